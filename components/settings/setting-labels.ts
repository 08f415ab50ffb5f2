import type { UserSettings } from '#/lib/accounts/users/user.ts';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { dayTitle, timeOfDay } from '#/lib/client/time/format-time.ts';
import type { HourCycle } from '#/lib/client/time/time-style.ts';

const ANY_MONDAY = '2026-11-16';
const AFTERNOON = Date.parse('2026-11-16T14:32:00Z');

/** `Monday` for 1, `Sunday` for 7 (ISO 8601). */
export function weekdayName(weekday: number): string {
  return dayTitle(addDays(ANY_MONDAY, weekday - 1)).split(' ')[0] ?? '';
}

/** `04:00`, `4:00 am`. */
export function hourName(hour: number, hourCycle: HourCycle): string {
  return timeOfDay(Date.UTC(2026, 10, 16, hour), { timeZone: 'UTC', hourCycle, dayStartHour: 0 });
}

/** A clock choice with an example; null is the default of the browser's language. */
export function clockName(choice: UserSettings['hourCycle'], localCycle: HourCycle): string {
  const hourCycle = choice ?? localCycle;
  const example = timeOfDay(AFTERNOON, { timeZone: 'UTC', hourCycle, dayStartHour: 0 });
  if (choice === null) return `Browser default (${example})`;
  return `${hourCycle === 'h12' ? '12' : '24'}-hour (${example})`;
}
