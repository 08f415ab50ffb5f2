import { spanEnd } from '#/lib/client/timers/elapsed.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

export const ROWS_BY = ['ticket', 'project'] as const;
export type RowsBy = (typeof ROWS_BY)[number];

/** The subject of a row: a ticket, a project, or a title if there is neither. */
export type Subject = Pick<TimerJson, 'ticket' | 'project' | 'title'>;
/** The part of a span within one day, epoch milliseconds; an open span has its live end on the last of its days. */
export type Piece = { timer: TimerJson; from: number; to: number; isLive: boolean; isOpen: boolean };
export type SheetDay = { date: string; from: number; to: number };
export type Cell = { date: string; ms: number; isLive: boolean; pieces: Piece[] };
export type Row = { key: string; subject: Subject; cells: Cell[]; ms: number };
export type Timesheet = { days: SheetDay[]; rows: Row[]; dayMs: number[]; ms: number };

/**
 * The time of a list, with a row for each ticket or project and a cell for each day, oldest day first. Days are the
 * server's, with 23 or 25 hours when clocks change; a span over the beginning of a day counts on both. Milliseconds.
 */
export function timesheetOf(list: TimerListJson, by: RowsBy, serverNow: number): Timesheet {
  const days = list.totals.days
    .map((day) => ({ date: day.date, from: Date.parse(day.starts_at), to: Date.parse(day.ends_at) }))
    .toReversed();
  const groups = Map.groupBy(list.timers, (timer) => rowKey(timer, by));
  const rows = [...groups]
    .map(([key, timers]) => rowOf({ key, timers, by }, days, serverNow))
    .filter(({ cells }) => cells.some(({ pieces }) => pieces.length > 0))
    .sort(byName);
  const dayMs = days.map((_, index) => sum(rows.map((row) => row.cells[index]?.ms ?? 0)));
  return { days, rows, dayMs, ms: sum(dayMs) };
}

/** Adds rows without time to those with time. */
export function withRows(sheet: Timesheet, wanted: readonly Pick<Row, 'key' | 'subject'>[]): Timesheet {
  const known = new Set(sheet.rows.map(({ key }) => key));
  const empty = wanted
    .filter(({ key }) => !known.has(key))
    .map((row) => ({ ...row, cells: sheet.days.map((day) => emptyCell(day)), ms: 0 }));
  return { ...sheet, rows: [...sheet.rows, ...empty].sort(byName) };
}

/** The same key in every week. */
export function rowKey({ ticket, project, title }: Subject, by: RowsBy): string {
  if (by === 'project') return `project:${project?.id ?? ''}`;
  return ticket ? `ticket:${ticket.id}` : `title:${project?.id ?? ''}:${title}`;
}

/** The name of a row in a sentence. */
export function subjectName({ ticket, project, title }: Subject, by: RowsBy): string {
  if (by === 'project') return project?.name ?? 'No project';
  return ticket?.key ?? (title || 'Without a title');
}

/** All occupied time on these days, in any row. */
export function busyOf(sheet: Timesheet): Piece[] {
  return sheet.rows.flatMap((row) => row.cells.flatMap((cell) => cell.pieces));
}

function rowOf(group: { key: string; timers: TimerJson[]; by: RowsBy }, days: SheetDay[], now: number): Row {
  const cells = days.map((day) => cellOf(day, group.timers, now));
  const { ticket = null, project = null, title = '' } = group.timers[0] ?? {};
  const subject = group.by === 'project' ? { ticket: null, project, title: '' } : { ticket, project, title };
  return { key: group.key, subject, cells, ms: sum(cells.map(({ ms }) => ms)) };
}

function cellOf(day: SheetDay, timers: TimerJson[], now: number): Cell {
  const pieces = timers
    .flatMap((timer) => piecesOn(day, timer, now))
    .sort((left, right) => left.from - right.from || left.to - right.to);
  return {
    date: day.date,
    ms: sum(pieces.map(({ from, to }) => to - from)),
    isLive: pieces.some(({ isLive }) => isLive),
    pieces,
  };
}

function piecesOn(day: SheetDay, timer: TimerJson, now: number): Piece[] {
  return timer.spans.flatMap((span): Piece[] => {
    const began = Date.parse(span.started_at);
    const ended = Math.max(began, spanEnd(span, timer, now));
    const isOpen = span.ended_at === null;
    const isLive = isOpen && now < day.to && ended >= day.from && began < day.to;
    const [from, to] = [Math.max(began, day.from), Math.min(ended, day.to)];
    return to > from || isLive ? [{ timer, from, to: Math.max(from, to), isLive, isOpen }] : [];
  });
}

function emptyCell({ date }: SheetDay): Cell {
  return { date, ms: 0, isLive: false, pieces: [] };
}

/** Tickets by key, `API-9` before `API-12`; others after them. */
function byName(left: Row, right: Row): number {
  const order = Number(!left.subject.ticket) - Number(!right.subject.ticket);
  return order || collator.compare(nameOf(left), nameOf(right)) || (left.key < right.key ? -1 : 1);
}

const collator = new Intl.Collator('en', { numeric: true });

function nameOf({ subject }: Row): string {
  return subject.ticket?.key ?? (subject.title || subject.project?.name || '\uffff');
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
