const MAX_MS = 24 * 3_600_000;

/** The three forms of an HTTP-date (RFC 9110 section 5.6.7). Only asctime lacks the zone, which is always GMT. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * How long a receiver asks to wait, in milliseconds from its response: `Retry-After` as seconds or as a date (RFC 9110
 * section 10.2.3). A date counts from the response's own `Date`, so that neither side's clock matters; without one it
 * is ignored. Null when absent or not readable, 0 for the past, at most a day.
 */
export function retryAfterMs(retryAfter: string | undefined, date: string | undefined): number | null {
  if (retryAfter === undefined) return null;
  if (/^\d+$/.test(retryAfter)) return Math.min(MAX_MS, Number(retryAfter) * 1_000);
  const until = httpDateMs(retryAfter);
  const from = httpDateMs(date ?? '');
  if (until === null || from === null) return null;
  return Math.min(MAX_MS, Math.max(0, until - from));
}

function httpDateMs(text: string): number | null {
  const known = IMF_FIXDATE.test(text) || RFC_850.test(text);
  const ms = known ? Date.parse(text) : ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
