import { type CronFields, cronFields, fixedTimes } from '#/lib/client/schedules/format-cron.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { zoneCourse } from '#/lib/core/zone-course.ts';

/** A zone's clocks go forward or back at this instant. Times are minutes of the local day, before and after. */
type ClockChange = { at: number; from: number; to: number };

const MINUTES_A_DAY = 1_440;

/**
 * The effect of a zone's clock change on a cron expression, by the rules of docs/schedules.md. `now` is in epoch
 * milliseconds.
 */
export function formatClockChange(cron: string, timeZone: string, now: number): string {
  const changes = clockChanges(timeZone, now);
  const [next] = changes;
  if (!next) return 'The clocks of this time zone don’t change.';
  const fields = cronFields(cron);
  const times = fields && fixedTimes(fields);
  if (!times) return `When clocks change, next on ${date(next.at, timeZone)}, it keeps its interval.`;
  // Does not cover expressions that only run on some days, or a change over midnight.
  if (!isEveryDay(fields) || changes.some(({ from, to }) => Math.abs(to - from) > MINUTES_A_DAY / 2))
    return `When clocks change, next on ${date(next.at, timeZone)}, a skipped time runs right after the change, and a repeated time runs once.`;
  const met = changes.find((change) => times.some((time) => isWithin(time, change)));
  if (!met) return `It keeps its time of day when clocks change, next on ${date(next.at, timeZone)}.`;
  const { at, from, to } = met;
  const day = date(at, timeZone);
  return to > from
    ? `On ${day} clocks skip from ${clock(from)} to ${clock(to)}: it runs at ${clock(to)} instead.`
    : `On ${day} clocks show ${clock(to)} to ${clock(from)} twice: it runs the first time only.`;
}

function isEveryDay({ day, month, weekday }: CronFields): boolean {
  return [day, month, weekday].every((field) => field === '*' || field === '?');
}

/** The clock changes of a zone in the next year. */
function clockChanges(timeZone: string, now: number): ClockChange[] {
  const { spans } = zoneCourse(timeZone, now);
  return spans.flatMap(({ from: at, offsetMs }, index) => {
    const before = spans[index - 1];
    if (!before || before.offsetMs === offsetMs || at <= now) return [];
    return { at, from: minuteOfDay(at + before.offsetMs), to: minuteOfDay(at + offsetMs) };
  });
}

function minuteOfDay(localMs: number): number {
  return Math.floor(localMs / MINUTE_MS) % MINUTES_A_DAY;
}

/** Whether a time of day is skipped, or repeated. */
function isWithin(time: number, { from, to }: ClockChange): boolean {
  return time >= Math.min(from, to) && time < Math.max(from, to);
}

function date(at: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }).format(at);
}

function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
