import { z } from 'zod';
import { DAY_MS } from '#/lib/core/duration.ts';
import { MS_US, parseMicros, SECOND_US } from '#/lib/core/micros.ts';
import { parseDuration } from '#/lib/core/parse-duration.ts';

/** Ten years, whatever leap days they have. */
export const MAX_HORIZON_MS = 10 * 366 * DAY_MS;

/** RFC 3339 with six digits, UTC. */
export const microsOut = z.iso
  .datetime({ offset: true, precision: 6 })
  .meta({ example: '2026-11-19T13:30:00.000000Z' });

/** An instant, RFC 3339 with its zone. Parsed to microseconds. */
export const microsInput = z
  .string()
  .transform((text, context) => {
    const us = parseMicros(text);
    if (us !== null) return us;
    const message = 'must be an instant with its zone, such as 2026-11-19T14:30:00.000Z';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  })
  .meta({ example: '2026-11-19T14:30:00.000Z' });

const DURATION_LABELS =
  'must be a duration such as "PT1H30M", "1h30m" or { "hours": 1, "minutes": 30 }, up to ten years';
/** Hours, minutes or seconds of a duration; fractions are accepted. */
export const lengthPart = z.number().min(0).max(MAX_HORIZON_MS);
const parts = z.strictObject({
  hours: lengthPart.optional(),
  minutes: lengthPart.optional(),
  seconds: lengthPart.optional(),
});

/** A duration in ISO 8601 or Go notation, or in hours, minutes and seconds. Parsed to milliseconds. */
export const lengthInput = z
  .union([z.string(), parts], { error: DURATION_LABELS })
  .transform((value, context) => {
    const ms = typeof value === 'string' ? parseDuration(value) : partsMs(value);
    if (ms !== null && ms <= MAX_HORIZON_MS) return ms;
    context.addIssue({ code: 'custom', message: DURATION_LABELS });
    return z.NEVER;
  })
  .meta({ example: 'PT1H30M' });

type Parts = { hours?: number | undefined; minutes?: number | undefined; seconds?: number | undefined };

/** Milliseconds of hours, minutes and seconds, rounded up. */
export function partsMs({ hours = 0, minutes = 0, seconds = 0 }: Parts): number {
  // Rounded to whole microseconds first: 0.07 s is 70.00000000000001 ms in floating point.
  const us = Math.round(((hours * 60 + minutes) * 60 + seconds) * SECOND_US);
  return Math.ceil(us / MS_US);
}
