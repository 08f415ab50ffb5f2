import { z } from 'zod';
import { parseDuration } from '#/lib/core/duration.ts';

const LENGTH_WORDS = 'Write a length such as "PT1H30M", "1h30m" or 5400 (seconds), from 1 s to 366 days';
/** A length in input; comes out as milliseconds. */
export const durationInput = z
  .union([z.string(), z.int().describe('Seconds.')], { error: LENGTH_WORDS })
  .transform((value, context) => {
    const ms = typeof value === 'number' ? value * 1000 : parseDuration(value);
    if (ms !== null && ms >= 1000 && ms <= 366 * 86_400_000) return ms;
    context.addIssue({ code: 'custom', message: LENGTH_WORDS });
    return z.NEVER;
  })
  .meta({ description: 'ISO 8601 (`PT1H30M`), Go style (`1h30m`) or integer seconds.', example: '25m' });
