import { dateIn } from '#/lib/client/calendar/calendar.ts';
import { hourOfDay, shortWeekday } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { clockIn } from '#/lib/client/time/zone-time.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** Epoch milliseconds. */
export type Stretch = { from: number; to: number };
/** `place` and `width` are shares of the rail, 0 to 1. */
export type CompareTick = { at: number; place: number; label: string; isNarrow: boolean };
export type Placed = { place: number; width: number };
export type RailScale = { from: number; to: number; ticks: CompareTick[] };

const STEPS = [1, 2, 3, 4, 6, 12, 24, 48, 96, 168];
const MAX_LABELS = 13;
const MAX_NARROW = 4;

/**
 * One timeline, with full hours of the zone, that includes all old and new time, and an hour on both sides for
 * extending it; except hours that have not begun by `now`.
 */
export function railScale(stretches: readonly Stretch[], style: TimeStyle, now: number): RailScale {
  const earliest = Math.min(...stretches.map(({ from }) => from)) - HOUR_MS;
  const last = Math.max(...stretches.map(({ to }) => to));
  const latest = Math.max(last, Math.min(last + HOUR_MS, now));
  const { offsetMs } = clockIn(style.timeZone, earliest);
  const from = Math.floor((earliest + offsetMs) / HOUR_MS) * HOUR_MS - offsetMs;
  const hours = Math.max(1, Math.ceil((latest - from) / HOUR_MS));
  const to = from + hours * HOUR_MS;
  const step = STEPS.find((one) => hours / one < MAX_LABELS) ?? hours;
  const count = Math.floor(hours / step) + 1;
  const every = Math.ceil(count / MAX_NARROW);
  const ticks = Array.from({ length: count }, (_, index) => {
    const at = from + index * step * HOUR_MS;
    return { at, place: (at - from) / (to - from), label: labelOf(at, step, style), isNarrow: index % every === 0 };
  });
  return { from, to, ticks };
}

/** The position of a stretch on the line. */
export function placed({ from, to }: Stretch, scale: RailScale): Placed {
  const length = scale.to - scale.from;
  return { place: (from - scale.from) / length, width: Math.max(0, to - from) / length };
}

/** The parts of `one` that are in none of `others`: removed time, or new time. */
export function without(one: readonly Stretch[], others: readonly Stretch[]): Stretch[] {
  return others.reduce<Stretch[]>(
    (left, { from, to }) =>
      left.flatMap((stretch) =>
        [
          { from: stretch.from, to: Math.min(stretch.to, from) },
          { from: Math.max(stretch.from, to), to: stretch.to },
        ].filter((part) => part.to > part.from),
      ),
    [...one],
  );
}

function labelOf(at: number, step: number, style: TimeStyle): string {
  return step < 24 ? hourOfDay(at, style) : shortWeekday(dateIn(style.timeZone, at));
}
