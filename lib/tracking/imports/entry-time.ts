import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import { instantsOfLocal } from '#/lib/core/local-time.ts';
import {
  type ClockTime,
  readClock,
  readDate,
  readInstant,
  type StatedDuration,
  splitDateTime,
} from '#/lib/tracking/imports/cell-values.ts';
import type { ImportField, ImportMapping, RowNote } from '#/lib/tracking/imports/import.ts';

/** When an entry was: at known instants, or on a day with a duration. Epoch milliseconds. */
export type EntryTime =
  | { kind: 'at'; start: number; end: number; note: RowNote | null }
  | { kind: 'on_day'; date: string; ms: number };

/** The text of a row for each field; empty when the file has no such column. */
export type Cells = (field: ImportField) => string;
type Moment = { instants: number[]; isMinutes: boolean; isRepeated: boolean };

/** When a row's entry was, or why that is unknown. */
export function entryTime(cell: Cells, mapping: ImportMapping, stated: StatedDuration | null): EntryTime | RowNote {
  const startCell = cell('start') || [cell('start_date'), cell('start_time')].filter(Boolean).join(' ');
  if (startCell === '') return note('start_missing', 'This row has no start. Choose the column with its date or time.');
  const day = dayAlone(startCell, mapping);
  if (day) return onDay(day, stated);
  const start = momentOf(startCell, mapping, null);
  if ('code' in start) return start;
  const end = endOf(cell, mapping, startCell);
  if (end && 'code' in end) return end;
  return spanOf(start, end, stated, mapping);
}

/** A date without a time of day: the entry is placed into that day. */
function dayAlone(text: string, { dateOrder }: ImportMapping): string | null {
  return /[T\s]/.test(text.trim()) ? null : readDate(text, dateOrder);
}

function onDay(date: string, stated: StatedDuration | null): EntryTime | RowNote {
  if (!stated)
    return note('duration_missing', 'This row has a date, but neither a time nor a duration. Add one of them.');
  if (stated.ms === 0) return NO_TIME;
  if (stated.ms > DAY_MS) return note('too_long', 'More than 24 hours of one day can’t be recorded. Split the row.');
  return { kind: 'on_day', date, ms: stated.ms };
}

/** The end as stated in the file; a time alone is on the day of the start, or the next one. Null without one. */
function endOf(cell: Cells, mapping: ImportMapping, startCell: string): Moment | RowNote | null {
  const time = cell('end_time');
  const text = cell('end') || (time && [cell('end_date'), time].filter(Boolean).join(' '));
  if (!text) return null;
  return momentOf(text, mapping, splitDateTime(startCell));
}

function momentOf(
  text: string,
  { timeZone, dateOrder, repeatedTime }: ImportMapping,
  start: { date: string; time: string } | null,
): Moment | RowNote {
  const reported = readInstant(text);
  if (reported !== null) return { instants: [reported], isMinutes: false, isRepeated: false };
  const parts = splitDateTime(text);
  const clock = readClock(parts?.time ?? text);
  const date = readDate(parts?.date ?? start?.date ?? '', dateOrder);
  if (!clock || !date) return unreadable(text, dateOrder);
  const isNextDay = !parts && start !== null && clock.ms < (readClock(start.time)?.ms ?? 0);
  const local = Date.parse(`${date}T00:00:00Z`) + clock.ms + (isNextDay ? DAY_MS : 0);
  return instantsAt(local, clock, text, { timeZone, repeatedTime });
}

function instantsAt(
  local: number,
  { isMinutes }: ClockTime,
  text: string,
  { timeZone, repeatedTime }: Pick<ImportMapping, 'timeZone' | 'repeatedTime'>,
): Moment | RowNote {
  const instants = instantsOfLocal(local, timeZone);
  if (instants.length === 0) {
    return note(
      'time_skipped',
      `In ${timeZone} there was no ${text}, because the clocks went forward. Choose another time zone, or correct the row.`,
    );
  }
  const isRepeated = instants.length > 1;
  if (!isRepeated || repeatedTime === 'ask') return { instants, isMinutes, isRepeated };
  return { instants: [instants.at(repeatedTime === 'earlier' ? 0 : -1) as number], isMinutes, isRepeated: false };
}

function unreadable(text: string, order: ImportMapping['dateOrder']): RowNote {
  const isNumbered = /^\d{1,2}[/-]\d{1,2}[/-]\d{4}/.test(text);
  if (isNumbered && !order) {
    return note(
      'date_order_missing',
      `“${text}” can be read in two ways. Choose whether the day or the month is first.`,
    );
  }
  if (isNumbered) {
    const first = order === 'day_first' ? 'day' : 'month';
    return note('time_unreadable', `“${text}” is not a time when the ${first} comes first. Choose the other order.`);
  }
  return note('time_unreadable', `“${text}” is not a date with a time. Write 2026-11-19 14:32.`);
}

/**
 * From start to end, which are local times that may each mean two instants: the pair whose length is the stated one.
 * Times in whole minutes may be off by one from a duration in seconds. A duration that is shorter than the time between
 * them leaves out a break at an unknown time: the entry ends when its duration is over.
 */
function spanOf(
  start: Moment,
  end: Moment | null,
  stated: StatedDuration | null,
  { timeZone }: ImportMapping,
): EntryTime | RowNote {
  if (!end && !stated) return note('end_missing', 'This row has neither an end nor a duration. Add one of them.');
  const ends = (from: number) => end?.instants ?? [from + (stated?.ms ?? 0)];
  const pairs = start.instants.flatMap((from) => ends(from).map((to) => ({ from, to })));
  const forward = pairs.filter(({ from, to }) => to >= from);
  if (forward.length === 0)
    return note('end_before_start', 'This row ends before it begins. Correct one of its times.');
  const slack = (stated?.roundingMs ?? 0) + (start.isMinutes || end?.isMinutes ? MINUTE_MS : 0);
  const fitting = stated ? forward.filter(({ from, to }) => Math.abs(to - from - stated.ms) <= slack) : forward;
  if (fitting.length > 1 || (fitting.length === 0 && forward.length > 1)) return repeated(timeZone);
  const [pair] = fitting.length > 0 ? fitting : forward;
  if (!pair) throw new Error('a row has no pair of times left');
  return endedAt(pair, fitting.length === 1, stated);
}

function endedAt(pair: { from: number; to: number }, isFitting: boolean, stated: StatedDuration | null) {
  const { from, to } = pair;
  if (!stated || isFitting) return to > from ? ({ kind: 'at', start: from, end: to, note: null } as const) : NO_TIME;
  if (stated.ms === 0) return NO_TIME;
  if (stated.ms > to - from) {
    return note('duration_too_long', 'The duration of this row is longer than the time between its start and end.');
  }
  const left = note(
    'break_left_out',
    'Shorter than the time between start and end: it ends when its duration is over.',
  );
  return { kind: 'at', start: from, end: from + stated.ms, note: left } as const;
}

function repeated(timeZone: string): RowNote {
  return note(
    'time_repeated',
    `In ${timeZone} the clocks showed this time twice that night. Choose whether the earlier or the later one is meant.`,
  );
}

const NO_TIME: RowNote = { code: 'no_time', detail: 'This row has no time in it.' };

export function note(code: string, detail: string): RowNote {
  return { code, detail };
}
