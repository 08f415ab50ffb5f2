import { z } from 'zod';
import { instantOut, serverTimeOut } from '#/lib/core/instant-schemas.ts';

/** A bit more than a day: a longer time makes no difference. */
const MAX_IDLE_MS = 100_000_000;

export const heartbeatInput = z
  .strictObject({
    idle_ms: z
      .int()
      .min(0)
      .max(MAX_IDLE_MS)
      .describe('Milliseconds since the person last touched the page, by the page’s own clock. Never changes time.'),
  })
  .meta({ id: 'Heartbeat' });

export const heartbeatResponse = z
  .object({
    heartbeat: z.object({
      timer_id: z.uuid().nullable().describe('The timer that runs; null when none does.'),
      asked: z.boolean().describe('True if the person was away so long that they are asked about it.'),
      seen_at: instantOut.nullable().describe('When they were last there, as far as this heartbeat says.'),
    }),
    server_time: serverTimeOut,
  })
  .meta({ id: 'HeartbeatResponse' });

export type HeartbeatInput = z.infer<typeof heartbeatInput>;
export type HeartbeatResponseJson = z.infer<typeof heartbeatResponse>;
