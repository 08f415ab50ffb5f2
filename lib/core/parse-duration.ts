import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#/lib/core/duration.ts';

const UNIT_MS = { d: DAY_MS, h: HOUR_MS, m: MINUTE_MS, s: SECOND_MS, ms: 1 } as const;
const ISO_8601 = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?=\d)(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{1,3})\d*)?S)?)?$/;
const GO_STYLE = /^(?:\d+(?:\.\d+)?(?:ms|d|h|m|s))+$/;

/**
 * Milliseconds of a duration in ISO 8601 (`PT1H30M`, `P2D`, `P1W`) or in Go's style (`1h30m`, `1.5h`, `90s`). Months
 * and years are rejected: they have no fixed length. Returns null for anything else.
 */
export function parseDuration(text: string): number | null {
  const trimmed = text.trim();
  return parseIso(trimmed) ?? parseGoStyle(trimmed);
}

function parseIso(text: string): number | null {
  const match = ISO_8601.exec(text);
  if (!match || text === 'P') return null;
  const [, weeks, days, hours, minutes, seconds, fraction] = match;
  const total =
    count(weeks) * 7 * DAY_MS +
    count(days) * DAY_MS +
    count(hours) * HOUR_MS +
    count(minutes) * MINUTE_MS +
    count(seconds) * SECOND_MS +
    count(fraction?.padEnd(3, '0'));
  return Number.isSafeInteger(total) ? total : null;
}

function count(digits: string | undefined): number {
  return digits ? Number(digits) : 0;
}

function parseGoStyle(text: string): number | null {
  if (!GO_STYLE.test(text)) return null;
  let total = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+(?:\.\d+)?)(ms|d|h|m|s)/g)) {
    total += Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
  }
  return Number.isSafeInteger(Math.round(total)) ? Math.round(total) : null;
}
