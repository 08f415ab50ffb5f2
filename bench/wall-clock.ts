const EDGES = 5;

/** Wall time of this process in microseconds since the epoch at the instant 0 of `performance.now()`. */
let originUs = performance.timeOrigin * 1000;

/** Wall time in microseconds since the epoch, without the millisecond steps of `Date.now()`. */
export function nowUs(): number {
  return originUs + performance.now() * 1000;
}

/**
 * Sets the clock again: `performance.now()` does not follow when the machine's clock is set or slewed, so its origin is
 * taken from ticks of `Date.now()`. The earliest of several ticks counts, since a tick can only be noticed late.
 */
export function setClock(): void {
  let best = Number.POSITIVE_INFINITY;
  for (let edge = 0; edge < EDGES; edge++) best = Math.min(best, lagBehindTickUs());
  originUs -= best;
}

/** How far `nowUs` is ahead of the machine's clock, seen at its next millisecond tick. */
function lagBehindTickUs(): number {
  const from = Date.now();
  let tick = from;
  while (tick === from) tick = Date.now();
  return nowUs() - tick * 1000;
}

/** RFC 3339 in UTC with six digits, e.g. `2026-11-21T14:00:00.123456Z`. */
export function rfc3339(us: number): string {
  const whole = Math.round(us);
  const ms = Math.floor(whole / 1000);
  const rest = String(whole - ms * 1000).padStart(3, '0');
  return new Date(ms).toISOString().replace('Z', `${rest}Z`);
}
