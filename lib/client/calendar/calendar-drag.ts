import { type Axis, type ColumnScale, instantAt, placeOf } from '#/lib/client/calendar/calendar-axis.ts';
import { spanEnd } from '#/lib/client/timers/elapsed.ts';
import { DAY_MS, MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** A stretch of time, epoch milliseconds. */
export type TimeRange = { from: number; to: number };
/** The dragged part of a block: all of it, or one of its edges. */
export type Grip = 'move' | 'start' | 'end';
/** Why a stretch can't be recorded. */
export type DragError = { kind: 'future' } | ({ kind: 'overlap'; timer: TimerJson } & TimeRange);

/** Minutes that times can be rounded to. */
export const SNAPS = [1, 5, 10, 15, 30, 60] as const;
export const MIN_MS = MINUTE_MS;
/** A day of 25 hours moved by one. */
const MAX_MS = 2 * DAY_MS;

/** The nearest instant that is a whole number of steps from the start of the day. */
export function snapped(instant: number, stepMs: number, dayFrom: number): number {
  return dayFrom + Math.round((instant - dayFrom) / stepMs) * stepMs;
}

/** The time range after a drag. Moving keeps the length; an edge never passes the other. */
export function dragged(range: TimeRange, grip: Grip, byMs: number, snap: (instant: number) => number): TimeRange {
  if (grip === 'start') return { ...range, from: Math.min(snap(range.from + byMs), range.to - MIN_MS) };
  if (grip === 'end') return { ...range, to: Math.max(snap(range.to + byMs), range.from + MIN_MS) };
  const from = snap(range.from + byMs);
  return { from, to: from + range.to - range.from };
}

/** The stretch from the start of a drag over empty space to its current position, at least one step long. */
export function drawn(start: number, end: number, stepMs: number, snap: (instant: number) => number): TimeRange {
  const [from, to] = [snap(Math.min(start, end)), snap(Math.max(start, end))];
  return { from, to: Math.max(to, from + stepMs) };
}

/** The stretch at the same time of day on another day; its length stays. */
export function onDay(axis: Axis, range: TimeRange, day: ColumnScale, other: ColumnScale): TimeRange {
  const from = instantAt(axis, other, placeOf(axis, day, range.from));
  return { from, to: from + Math.min(range.to - range.from, MAX_MS) };
}

/** The error that the page can detect; the server checks the rest. `held` is the span that it would replace. */
export function dragError(
  timers: readonly TimerJson[],
  range: TimeRange,
  held: { timer: TimerJson; spanIndex: number } | null,
  serverNow: number,
): DragError | null {
  if (range.to > serverNow) return { kind: 'future' };
  for (const timer of timers) {
    for (const [index, span] of timer.spans.entries()) {
      if (held?.timer.id === timer.id && held.spanIndex === index) continue;
      const from = Date.parse(span.started_at);
      const to = Math.max(from, spanEnd(span, timer, serverNow));
      if (from < range.to && to > range.from) return { kind: 'overlap', timer, from, to };
    }
  }
  return null;
}

/** The spans of a timer with one moved, or, for null, removed; earliest first. */
export function withSpan(timer: TimerJson, spanIndex: number, range: TimeRange | null): TimerJson['spans'] {
  return timer.spans
    .flatMap((span, index) => {
      if (index !== spanIndex) return [span];
      if (!range) return [];
      const ended_at = span.ended_at && new Date(range.to).toISOString();
      return [{ ...span, started_at: new Date(range.from).toISOString(), ended_at, origin: 'corrected' as const }];
    })
    .sort((left, right) => Date.parse(left.started_at) - Date.parse(right.started_at));
}

/** The whole span of a block, which shows only the part on one day. */
export function rangeOf(timer: TimerJson, spanIndex: number, serverNow: number): TimeRange {
  const span = timer.spans[spanIndex];
  if (!span) return { from: serverNow, to: serverNow };
  return { from: Date.parse(span.started_at), to: spanEnd(span, timer, serverNow) };
}
