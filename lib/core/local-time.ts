import { LRUCache } from 'lru-cache';
import { DAY_MS } from '#/lib/core/duration.ts';
import { zoneClock } from '#/lib/core/zone-clock.ts';

/**
 * Offsets at the beginning of UTC days: each lookup in the runtime takes microseconds, and a file has many rows of one
 * day.
 */
const offsets = new LRUCache<string, number>({ max: 10_000 });

/**
 * The instants (epoch milliseconds) at which the clock in a zone shows this local time, given as if it were UTC:
 * usually one, none if clocks skip it, and two, the earlier first, if they show it twice.
 */
export function instantsOfLocal(local: number, timeZone: string): number[] {
  const [before, after] = [offsetOn(local - DAY_MS, timeZone), offsetOn(local + 2 * DAY_MS, timeZone)];
  if (before === after) return [local - before];
  const candidates = [local - Math.max(before, after), local - Math.min(before, after)];
  return candidates.filter((instant) => zoneClock(timeZone, instant).offsetMs === local - instant);
}

/** The first instant of a local day (`2026-11-19`): if clocks skip midnight, the instant of the change. */
export function startOfLocalDay(date: string, timeZone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  const [instant] = instantsOfLocal(midnight, timeZone);
  // Skipped: at the change itself the offset of the day before still applies.
  return instant ?? midnight - offsetOn(midnight - DAY_MS, timeZone);
}

/** The clock's offset from UTC at the beginning of this instant's UTC day. */
function offsetOn(instant: number, timeZone: string): number {
  const day = Math.floor(instant / DAY_MS);
  const key = `${timeZone} ${day}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const { offsetMs } = zoneClock(timeZone, day * DAY_MS);
  offsets.set(key, offsetMs);
  return offsetMs;
}
