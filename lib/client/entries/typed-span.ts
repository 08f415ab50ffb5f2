import { instantIn, readClock } from '#/lib/client/alarms/alarm-when.ts';
import { addDays, dateIn } from '#/lib/client/calendar/calendar.ts';
import { timeOfDay, timeToTheSecond } from '#/lib/client/time/format-time.ts';
import { styleOf, type TimeStyle } from '#/lib/client/time/time-style.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** A span being edited: a day, and two times of day. An end before its start is on the next day. */
export type TypedSpan = {
  key: string;
  date: string;
  from: string;
  /** Null for an open span. */
  to: string | null;
  /** The initial instants of the fields: untouched ones stay exact to the millisecond. */
  was: { from: number; to: number | null };
};
export type SpanBody = { started_at: string; ended_at: string | null };
export type SpanProblem = { key: string; field: 'date' | 'from' | 'to'; problem: string };

const TIME_EXAMPLE = 'Enter a time, such as 17:46, 1746, or 5:46pm.';
const SKIPPED = 'The clocks skip this time that night. Enter another.';

export function typedSpan(key: string, from: number, to: number | null, style: TimeStyle): TypedSpan {
  const date = dateIn(style.timeZone, from);
  return { key, date, from: timeText(from, style), to: to === null ? null : timeText(to, style), was: { from, to } };
}

/** The instants of the spans in order, or the first error. */
export function readSpans(typed: TypedSpan[], style: TimeStyle): { spans: SpanBody[] } | SpanProblem {
  const read = typed.map((span) => ({ key: span.key, ...readSpan(span, style) }));
  const wrong = read.find((span) => 'problem' in span);
  if (wrong && 'problem' in wrong) return wrong;
  const spans = read.flatMap((span) => ('problem' in span ? [] : [span])).sort((left, right) => left.from - right.from);
  const crossed = spans.find((span, index) => span.from < (spans[index - 1]?.to ?? -Infinity));
  if (crossed) return { key: crossed.key, field: 'from', problem: 'Overlaps the span before it. Shorten one of them.' };
  return { spans: spans.map(({ from, to }) => ({ started_at: iso(from), ended_at: to === null ? null : iso(to) })) };
}

/** The total length of the spans, counted up to now; null while there is an error. */
export function typedDurationMs(typed: TypedSpan[], style: TimeStyle, serverNow: number): number | null {
  const read = readSpans(typed, style);
  if ('problem' in read) return null;
  return read.spans.reduce((sum, { started_at: from, ended_at: to }) => {
    return sum + Math.max(0, (to === null ? serverNow : Date.parse(to)) - Date.parse(from));
  }, 0);
}

type Read = { from: number; to: number | null };

function readSpan(typed: TypedSpan, style: TimeStyle): Read | Omit<SpanProblem, 'key'> {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(typed.date)) return { field: 'date', problem: 'Choose a day.' };
  const { timeZone } = styleOf(style);
  const { was } = typed;
  const isSameDay = typed.date === dateIn(timeZone, was.from);
  const untouched = typedSpan('', was.from, was.to, style);
  const isSameStart = isSameDay && typed.from === untouched.from;
  const from = isSameStart ? was.from : instantOf(timeZone, typed.date, typed.from);
  if (typeof from !== 'number') return { field: 'from', problem: from.problem };
  if (typed.to === null) return { from, to: null };
  if (isSameDay && was.to !== null && typed.to === untouched.to && was.to > from) return { from, to: was.to };
  const sameDay = instantOf(timeZone, typed.date, typed.to);
  const to =
    typeof sameDay === 'number' && sameDay <= from ? instantOf(timeZone, addDays(typed.date, 1), typed.to) : sameDay;
  return typeof to === 'number' ? { from, to } : { field: 'to', problem: to.problem };
}

function instantOf(timeZone: string, date: string, time: string): number | { problem: string } {
  const ms = readClock(time);
  if (ms === null) return { problem: TIME_EXAMPLE };
  return instantIn(timeZone, date, ms) ?? { problem: SKIPPED };
}

function timeText(instant: number, style: TimeStyle): string {
  return instant % MINUTE_MS < 1_000 ? timeOfDay(instant, style) : timeToTheSecond(instant, style);
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
