import type { WorkingHours } from '#/lib/accounts/users/user.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

/** A week, and a day for zones and for the day that is cut off. */
const DAYS_AHEAD = 8;

/**
 * When working hours next end, after an instant; null without days. A skipped time counts as the instant of the clock
 * change.
 */
export function nextEndOfWork({ days, to }: WorkingHours, timeZone: string, after: Date): Date | null {
  if (days.length === 0) return null;
  const today = wallClock(after, timeZone);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const midnight = Math.floor(today / DAY_MS) * DAY_MS + ahead * DAY_MS;
    if (!days.includes(isoWeekday(midnight))) continue;
    const end = instantOf(midnight + minutesOf(to) * 60_000, timeZone);
    if (end > after) return end;
  }
  return null;
}

/** Local time at an instant, as milliseconds of the UTC instant that reads the same. */
function wallClock(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'));
}

/** The first instant with this local time, or, in a skipped hour, the first one past it. */
function instantOf(wall: number, timeZone: string): Date {
  const offsets = [-DAY_MS, DAY_MS].map((away) => wallClock(new Date(wall + away), timeZone) - (wall + away));
  const candidates = offsets.map((offset) => new Date(wall - offset)).sort((one, other) => +one - +other);
  return candidates.find((instant) => wallClock(instant, timeZone) === wall) ?? (candidates[1] as Date);
}

function isoWeekday(midnight: number): number {
  return new Date(midnight).getUTCDay() || 7;
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
