import { MINUTE_MS } from '#/lib/core/duration.ts';

/** From one minute of the day to another, 0 to 1439, by the person's local clock; over midnight when `to` is less. */
export type QuietHours = { fromMinute: number; toMinute: number };

const DAY_MINUTES = 1_440;
/** Zones change their clocks at full quarters of an hour, UTC (Lord Howe changes by half an hour, the oddest one). */
const QUARTER_MS = 15 * MINUTE_MS;

/**
 * The end of the quiet hours that contain `now`: the first instant at which the local clock is outside of them, also
 * across clock changes. Null outside of quiet hours.
 */
export function quietUntil(now: Date, quiet: QuietHours, timeZone: string): Date | null {
  let at = now.getTime();
  if (!isQuiet(wallMinute(at, timeZone), quiet)) return null;
  for (let wall = wallMinute(at, timeZone); isQuiet(wall, quiet); wall = wallMinute(at, timeZone)) {
    const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
    const end = minute + ((quiet.toMinute - wall + DAY_MINUTES) % DAY_MINUTES) * MINUTE_MS;
    const quarter = (Math.floor(at / QUARTER_MS) + 1) * QUARTER_MS;
    at = Math.min(end, quarter);
  }
  return new Date(at);
}

function isQuiet(wall: number, { fromMinute, toMinute }: QuietHours): boolean {
  if (fromMinute < toMinute) return wall >= fromMinute && wall < toMinute;
  return wall >= fromMinute || wall < toMinute;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function wallMinute(at: number, timeZone: string): number {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  clocks.set(timeZone, clock);
  const [hour = 0, minute = 0] = clock.format(at).split(':').map(Number);
  return hour * 60 + minute;
}
