import { type Axis, type ColumnScale, endPlaceOf, placeOf } from '#/lib/client/calendar/calendar-axis.ts';
import type { DayEntries, Entry } from '#/lib/client/entries/day-entries.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** One span on one day. Positions are milliseconds of the scale, instants epoch milliseconds; both cut to the day. */
export type CalendarBlock = {
  /** One for each span and day: a span over midnight is on both. It outlives a correction of the span. */
  id: string;
  timer: TimerJson;
  spanIndex: number;
  date: string;
  from: number;
  to: number;
  top: number;
  height: number;
  isLive: boolean;
  /** One block of each timer on a day shows the title and the total length: the running one, else the first. */
  lead: { lengthMs: number } | null;
  tint: number;
};

/** The time between two spans of one timer. */
export type CalendarGap = { id: string; top: number; height: number };

export type CalendarColumn = { day: ColumnScale; blocks: CalendarBlock[]; gaps: CalendarGap[] };

/** The colors of charts in the order of use: the sixth is similar to the accent. */
const TINTS = [1, 2, 3, 4, 5, 7, 8, 6];

/** The blocks of each column, earliest first. */
export function layOutColumns(axis: Axis, days: readonly DayEntries[]): CalendarColumn[] {
  const tints = tintsOf(days.flatMap(({ entries }) => entries.map(({ timer }) => tintName(timer))));
  return axis.days.map((day) => {
    const entries = days.find((one) => one.day.date === day.date)?.entries ?? [];
    const blocks = entries.flatMap((entry) => blocksOf(axis, day, entry, tints.get(tintName(entry.timer)) ?? 1));
    return {
      day,
      blocks: blocks.sort((left, right) => left.from - right.from),
      gaps: entries.flatMap((entry) => gapsOf(axis, day, entry)),
    };
  });
}

/** Milliseconds of one timer on one day, without its breaks. */
export function entryMs(spans: Entry['spans']): number {
  return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}

/** What shares a color: a project, else tickets whose keys have the same prefix. */
export function tintName({ project, ticket }: Pick<TimerJson, 'project' | 'ticket'>): string {
  return project?.name ?? ticket?.key.replace(/-?\d+$/, '') ?? '';
}

/**
 * Assigns colors to names. A name keeps its color from week to week as far as possible; if another name of the week has
 * it, it takes the next one.
 */
export function tintsOf(names: readonly string[]): Map<string, number> {
  const tints = new Map<string, number>();
  for (const name of [...new Set(names)].sort()) {
    const first = hashOf(name) % TINTS.length;
    const order = TINTS.map((_, index) => TINTS[(first + index) % TINTS.length] as number);
    const taken = new Set(tints.values());
    tints.set(name, order.find((tint) => !taken.has(tint)) ?? (order[0] as number));
  }
  return tints;
}

function blocksOf(axis: Axis, day: ColumnScale, { timer, spans }: Entry, tint: number): CalendarBlock[] {
  const lengthMs = entryMs(spans);
  const lead = spans.find(({ isLive }) => isLive) ?? spans[0];
  return spans.map((span) => {
    const spanIndex = timer.spans.findIndex(({ id }) => id === span.id);
    const top = placeOf(axis, day, span.from);
    return {
      id: blockId(day.date, timer, spanIndex),
      timer,
      spanIndex,
      date: day.date,
      from: span.from,
      to: span.to,
      top,
      height: Math.max(0, endPlaceOf(axis, day, span.to) - top),
      isLive: span.isLive,
      lead: span === lead ? { lengthMs } : null,
      tint,
    };
  });
}

export function blockId(date: string, { id }: Pick<TimerJson, 'id'>, spanIndex: number): string {
  return `${date}/${id}/${spanIndex}`;
}

/** The parts of a block's id. */
export function placeIn(id: string): { date: string; timerId: string; spanIndex: number } {
  const [date = '', timerId = '', index] = id.split('/');
  return { date, timerId, spanIndex: Number(index) };
}

function gapsOf(axis: Axis, day: ColumnScale, { spans }: Entry): CalendarGap[] {
  return spans.slice(1).map((span, index) => {
    const top = endPlaceOf(axis, day, spans[index]?.to ?? span.from);
    return { id: `${day.date}/${span.id}`, top, height: Math.max(0, placeOf(axis, day, span.from) - top) };
  });
}

function hashOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return hash;
}
