import { z } from 'zod';
import { attemptOutcome } from '#/lib/alarms/attempts/attempt-schemas.ts';
import { instantOut } from '#/lib/core/instant-schemas.ts';

const count = z.int().min(0);

const troubleOut = z.object({
  failing_since: instantOut
    .nullable()
    .describe('First failed attempt after the last success; null if it works again but failed often.'),
  failures_in_a_row: count,
  last_hour: z.object({ attempts: count, failed: count }),
  last_error: z
    .object({
      at: instantOut,
      outcome: attemptOutcome,
      status_code: z.int().nullable(),
      detail: z.string().nullable(),
      duration_ms: count,
    })
    .nullable()
    .describe('The last attempt that failed; null without one in the last 24 hours.'),
  next_attempt_at: instantOut.nullable().describe('When the next retry is due.'),
});

/** A workspace's failing webhooks. */
export const troubleListOut = {
  troubled_endpoints: z
    .array(
      troubleOut.extend({
        id: z.uuid(),
        url: z.string(),
        enabled: z.boolean().describe('False once it was disabled because it failed for too long.'),
        disabled_at: instantOut.nullable(),
      }),
    )
    .nullable()
    .describe(
      'Webhook endpoints that fail now, that were disabled since they failed, or of whose attempts a fifth failed in the last hour (5 at least). Figures are those of the latest 100 deliveries of 24 hours. Null without `endpoints:manage`.',
    ),
  troubled_hosts: z
    .array(
      troubleOut.extend({
        host: z.string().describe('With its port where it has one.'),
        retrying: count,
        dead: count.describe('Dead letters of the last 24 hours.'),
      }),
    )
    .nullable()
    .describe(
      'The same by host of the URLs that alarms call, at most 20. Figures cover the latest alarms of 24 hours: 200 that are retried, 200 that died, and 1,000 that were delivered. Null without `alarms:read`.',
    ),
};

const troubleList = z.object(troubleListOut);
type TroubleListJson = z.output<typeof troubleList>;
export type TroubleJson = z.output<typeof troubleOut>;
export type TroubledEndpointJson = NonNullable<TroubleListJson['troubled_endpoints']>[number];
export type TroubledHostJson = NonNullable<TroubleListJson['troubled_hosts']>[number];
