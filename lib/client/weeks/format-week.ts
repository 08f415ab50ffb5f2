import { addDays, dateIn, dayIn } from '#/lib/client/calendar/calendar.ts';
import { weekTitle } from '#/lib/client/calendar/calendar-view.ts';
import { formatDifference, shortDay } from '#/lib/client/corrections/format-correction.ts';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

/** `16 – 22 November`. */
export function weekDays(startsOn: string, today: string): string {
  return weekTitle([startsOn, addDays(startsOn, 6)], today.slice(0, 4));
}

/** `14:32` today, `Thu 19 Nov 14:32` before that; with the year if it is another. */
export function formatMoment(instant: string, style: TimeStyle, today: string): string {
  const at = Date.parse(instant);
  const time = timeOfDay(at, style);
  if (dayIn(style, at) === today) return time;
  return `${shortDay(dateIn(style.timeZone, at), today.slice(0, 4))} ${time}`;
}

/** Why its member can't change the time of a week; null when they can. */
export function formatClosedWeek(week: Pick<WeekJson, 'status'> | null | undefined): string | null {
  if (week?.status === 'submitted') return 'You’ve submitted this week. Withdraw it to change its time.';
  return week?.status === 'approved' ? 'This week is approved. Ask an admin to return it to change its time.' : null;
}

/**
 * The change of its sum since it was approved, or submitted, `+ 1 h`: in minutes, as displayed; null without a change,
 * or if no decision depends on it.
 */
export function changeSince({ status, total_ms, submitted_ms, approved_ms }: WeekJson): string | null {
  const decidedMs = status === 'submitted' ? submitted_ms : approved_ms;
  if (decidedMs === null) return null;
  const [before, after] = [decidedMs, total_ms].map((ms) => Math.floor(ms / MINUTE_MS) * MINUTE_MS);
  return formatDifference(before ?? 0, after ?? 0);
}
