import { z } from 'zod';
import type { RetryPolicy } from '#/lib/alarms/alarms/alarm.ts';
import { lengthInput, MAX_HORIZON_MS } from '#/lib/alarms/alarms/time-schemas.ts';

const MAX_ATTEMPTS = 50;

const wait = z.int().min(0).max(MAX_HORIZON_MS);
const factor = z.number().min(1).max(100);
const count = z.int().min(0).max(MAX_ATTEMPTS);

/** Accepts the form for input, and the form in responses. */
export const retryInput = z
  .union(
    [
      z.array(lengthInput).max(MAX_ATTEMPTS),
      z.strictObject({
        base: lengthInput,
        factor: factor.default(2),
        cap: lengthInput,
        count,
      }),
      z.strictObject({ delays_ms: z.array(wait).max(MAX_ATTEMPTS) }),
      z.strictObject({ base_ms: wait, factor, cap_ms: wait, count }),
    ],
    {
      error: 'must be a list of delays such as ["5s", "5m"], or { "base": "5s", "factor": 2, "cap": "1h", "count": 8 }',
    },
  )
  .transform((retry): RetryPolicy => {
    if (Array.isArray(retry)) return { delays_ms: retry };
    if (!('base' in retry)) return retry;
    return { base_ms: retry.base, factor: retry.factor, cap_ms: retry.cap, count: retry.count };
  })
  .describe(
    'Delays between attempts. Default: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. [] never retries. Also accepts the form that responses use, with `delays_ms` or `base_ms` and `cap_ms`.',
  );

export const retryOut = z.union([
  z.object({ delays_ms: z.array(z.int()) }),
  z.object({ base_ms: z.int(), factor: z.number(), cap_ms: z.int(), count: z.int() }),
]);
