import { z } from 'zod';
import { parseDuration } from '#/lib/core/parse-duration.ts';

const DURATION_ERROR = 'Enter a duration such as "25m", "1h30m" or "PT1H30M", from 1 s to 366 days';

/** A duration in input, which includes its unit; parsed to milliseconds. */
export const durationInput = z
  .string({ error: DURATION_ERROR })
  .transform((value, context) => {
    const ms = parseDuration(value);
    if (ms !== null && ms >= 1000 && ms <= 366 * 86_400_000) return ms;
    context.addIssue({ code: 'custom', message: DURATION_ERROR });
    return z.NEVER;
  })
  .meta({ description: 'ISO 8601 (`PT1H30M`) or Go style (`1h30m`).', example: '25m' });
