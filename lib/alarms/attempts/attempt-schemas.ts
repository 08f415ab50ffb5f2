import { z } from 'zod';
import { microsOut } from '#/lib/alarms/alarms/time-schemas.ts';
import { ATTEMPT_OUTCOMES } from '#/lib/alarms/attempts/attempt.ts';
import { serverTimeOut } from '#/lib/core/instant-schemas.ts';

export const attemptOutcome = z.enum(ATTEMPT_OUTCOMES);

export const attemptOut = z
  .object({
    attempt: z.int().min(1),
    started_at: microsOut,
    sent_at: microsOut.nullable().describe('First byte sent; null when nothing was.'),
    lateness_ms: z
      .number()
      .nullable()
      .describe('sent_at minus the instant at which this attempt was due; only for the first attempt.'),
    duration_ms: z.number(),
    outcome: attemptOutcome,
    status_code: z.int().nullable(),
    detail: z.string().nullable(),
    address: z.string().nullable().describe('The address that was called.'),
    response_excerpt: z.string().nullable().describe('The first 2 KB of the response.'),
    next_attempt_at: microsOut.nullable(),
  })
  .meta({ id: 'Attempt' });

export const attemptListResponse = z
  .object({ attempts: z.array(attemptOut).describe('Oldest first.'), server_time: serverTimeOut })
  .meta({ id: 'AttemptList' });

export type AttemptJson = z.infer<typeof attemptOut>;
export type AttemptListJson = z.infer<typeof attemptListResponse>;
