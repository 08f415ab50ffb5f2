import { instantsIn, offsetMs, readClock } from '#/lib/client/alarms/alarm-when.ts';
import { addDays, dateIn } from '#/lib/client/calendar/calendar.ts';
import { dayTitle, shortWeekday, timeToTheSecond } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';

/**
 * The start or end of a span, as typed: `17:46:00`, with its day if it is another than the default: `Wed 09:52:26`, `18
 * Nov 09:52`, `2026-11-18 09:52`.
 */
export type EndRule = {
  style: TimeStyle;
  /** The default date. */
  base: string;
  /** Without a day: the first such time after this instant, on this date or the next. */
  after?: number;
};
export type ReadEnd =
  | { at: number }
  | { problem: string }
  | { twice: [first: number, second: number]; question: string };

const WEEK = 7;
const EXAMPLE = 'Enter a time, such as 17:46:30, 1746, 5:46pm, or with its day: Wed 09:52, 18 Nov 09:52.';
const WITH_DATE = /^(?:\p{L}+[.,]?\s+)?(\d{1,2})\.?\s+(\p{L}{3,})\.?(?:\s+(\d{4}))?,?\s+(.+)$/u;
const WITH_WEEKDAY = /^(\p{L}{3,})[.,]?\s+(.+)$/u;
const WITH_ISO_DATE = /^(\d{4}-\d{2}-\d{2})[T\s]+(.+)$/;

/** An instant for editing. */
export function endText(instant: number, { style, base }: EndRule): string {
  const date = dateIn(style.timeZone, instant);
  const time = timeToTheSecond(instant, style);
  if (date === base) return time;
  const isNear = date > base && date < addDays(base, WEEK);
  return `${isNear ? shortWeekday(date) : dateText(date, base)} ${time}`;
}

/** The typed instant, its error, or both possible ones if clocks go back. */
export function readEnd(text: string, rule: EndRule): ReadEnd {
  const { day, time } = partsOf(text.trim(), rule.base);
  const ms = readClock(time);
  if (ms === null || day === null) return { problem: EXAMPLE };
  const { timeZone } = rule.style;
  const dates = day === undefined ? [rule.base, addDays(rule.base, 1)] : [day];
  const [first, next] = dates.map((date) => instantsIn(timeZone, date, ms));
  const after = rule.after ?? -Infinity;
  const isOver = (instants: number[] | undefined) => instants?.every((instant) => instant <= after);
  // If clocks skip it on the first day, that has passed for a later start on that day.
  const isGapOver = first?.length === 0 && readsLater(timeZone, rule.base, ms, after);
  const instants = ((first?.length && isOver(first)) || isGapOver ? next : undefined) ?? first ?? [];
  const [one, other] = instants.filter((instant) => day !== undefined || instant > after);
  if (one === undefined) return { problem: `There is no ${time} that day, because the clocks go forward.` };
  if (other === undefined) return { at: one };
  return { twice: [one, other], question: `The clocks go back that day, so ${time} occurs twice. Which one?` };
}

/** Whether local time in the zone is past this date and time at an instant. */
function readsLater(timeZone: string, date: string, msOfDay: number, instant: number): boolean {
  return Number.isFinite(instant) && instant + offsetMs(timeZone, instant) > Date.parse(date) + msOfDay;
}

/** `18 Nov`, with the year if it is another. */
function dateText(date: string, base: string): string {
  const [, day, month = '', year] = dayTitle(date, base.slice(0, 4)).split(' ');
  return [day, month.slice(0, 3), year].filter(Boolean).join(' ');
}

/** Day: undefined without one, null for text that is no day. */
function partsOf(text: string, base: string): { day?: string | null; time: string } {
  const iso = WITH_ISO_DATE.exec(text);
  if (iso) return { day: iso[1] ?? null, time: iso[2] ?? '' };
  const dated = WITH_DATE.exec(text);
  if (dated) return { day: dateOf(dated[1] ?? '', dated[2] ?? '', dated[3] ?? base.slice(0, 4)), time: dated[4] ?? '' };
  const named = WITH_WEEKDAY.exec(text);
  if (named) return { day: weekdayFrom(named[1] ?? '', base), time: named[2] ?? '' };
  return { time: text };
}

function dateOf(day: string, month: string, year: string): string | null {
  const months = Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'));
  const found = months.find((one) => begins(dayTitle(`${year}-${one}-01`).split(' ')[2] ?? '', month));
  const date = `${year}-${found}-${day.padStart(2, '0')}`;
  const isDate = found !== undefined && new Date(date).toJSON()?.startsWith(date);
  return isDate ? date : null;
}

/** The first day with this name, from the base on. */
function weekdayFrom(name: string, base: string): string | null {
  const week = Array.from({ length: WEEK }, (_, index) => addDays(base, index));
  return week.find((date) => begins(dayTitle(date), name)) ?? null;
}

function begins(text: string, typed: string): boolean {
  return text.toLowerCase().startsWith(typed.toLowerCase());
}
