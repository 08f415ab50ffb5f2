import { dateIn, dayIn } from '#/lib/client/calendar/calendar.ts';
import { clockDigits, formatDuration, shortWeekday, timeOfDay } from '#/lib/client/time/format-time.ts';
import { styleOf, type TimeStyle } from '#/lib/client/time/time-style.ts';
import { DAY_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';
import type { WorkedTimeJson } from '#/lib/tracking/worked-time/worked-time-schemas.ts';

type Figures = Pick<WorkedTimeJson, 'running'>;

/** A figure as of `now`: it has grown since the response with the number of running timers. */
export function liveMs(ms: number, { running }: Figures, respondedAt: number, now: number): number {
  return ms + running * Math.max(0, now - respondedAt);
}

/** `1 h 23 min`; `1:23:45` while it runs; a dash for nothing. */
export function formatTicketTime(ms: number, isRunning: boolean): string {
  if (isRunning) return clockDigits(ms).join('');
  return ms === 0 ? '–' : formatDuration(ms);
}

/** `today 11:57`, `Wed 14:51` within a week, `6 Nov` before that, with the year if it is not this one. */
export function formatLastWorked(at: number | null, now: number, style: TimeStyle): string {
  if (at === null) return '–';
  if (dayIn(style, at) === dayIn(style, now)) return `today ${timeOfDay(at, style)}`;
  if (now - at < 6 * DAY_MS) return `${shortWeekday(dateIn(style.timeZone, at))} ${timeOfDay(at, style)}`;
  return shortDate(at, now, style);
}

function shortDate(at: number, now: number, style: TimeStyle): string {
  const { timeZone } = styleOf(style);
  const isThisYear = dateIn(timeZone, at).slice(0, 4) === dateIn(timeZone, now).slice(0, 4);
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  });
  return format.format(at).replaceAll(' ', '\u00a0');
}

/** Time compared with the estimate: in percent of the longer of the two, and in words. */
export function estimateShare(trackedMs: number, estimateSeconds: number) {
  const estimateMs = estimateSeconds * SECOND_MS;
  const overMs = Math.max(0, trackedMs - estimateMs);
  const whole = Math.max(trackedMs, estimateMs);
  const percent = (ms: number) => (ms / whole) * 100;
  const text =
    overMs > 0
      ? `${formatDuration(overMs)} over`
      : `${Math.floor(percent(trackedMs))}\u00a0% of ${formatDuration(estimateMs)}`;
  return { within: percent(trackedMs - overMs), over: percent(overMs), text };
}

/** Those with time this week first, with a heading where the others begin. */
export function groupTickets(tickets: TicketJson[]): { thisWeek: TicketJson[]; others: TicketJson[] } {
  const isThisWeek = ({ time }: TicketJson) => time !== undefined && (time.week_ms > 0 || time.running > 0);
  return { thisWeek: tickets.filter(isThisWeek), others: tickets.filter((ticket) => !isThisWeek(ticket)) };
}
