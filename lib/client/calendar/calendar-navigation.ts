import { type Axis, instantAt } from '#/lib/client/calendar/calendar-axis.ts';
import { blockId, type CalendarColumn, placeIn } from '#/lib/client/calendar/calendar-blocks.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** A possible focus: a block, or an empty hour. */
export type Stop = { id: string; date: string; top: number; at: number; blockId: string | null };
export type GridDirection = 'up' | 'down' | 'left' | 'right';
type Place = { timerId: string; spanIndex: number };

/** Each column's blocks and its free hours up to now, from top to bottom. */
export function stopsOf(axis: Axis, columns: readonly CalendarColumn[], serverNow: number): Stop[][] {
  return columns.map(({ day, blocks }) => {
    const isFree = (top: number) => !blocks.some((block) => block.top <= top && top < block.top + block.height);
    const isThere = (top: number) => !day.voids.some((one) => one.top <= top && top < one.top + one.length);
    const hours = axis.hours
      .filter(({ top }) => isThere(top) && isFree(top))
      .map(({ top }) => ({ top, at: instantAt(axis, day, top) }))
      .filter(({ at }) => at < serverNow)
      .map(({ top, at }): Stop => ({ id: `${day.date}@${at}`, date: day.date, top, at, blockId: null }));
    const spans = blocks.map(({ id, top, from }): Stop => ({ id, date: day.date, top, at: from, blockId: id }));
    return [...hours, ...spans].sort((left, right) => left.top - right.top);
  });
}

/**
 * The next stop in that direction: up and down within the day, left and right on the neighboring one. Null at an end.
 */
export function nextStop(stops: readonly Stop[][], from: Stop, direction: GridDirection): Stop | null {
  const column = stops.findIndex((day) => day.some(({ id }) => id === from.id));
  const day = stops[column] ?? [];
  if (direction === 'up' || direction === 'down') {
    const index = day.findIndex(({ id }) => id === from.id);
    return day[index + (direction === 'up' ? -1 : 1)] ?? null;
  }
  const step = direction === 'left' ? -1 : 1;
  for (let index = column + step; stops[index]; index += step) {
    const nearest = nearestTo(stops[index] as Stop[], from.top);
    if (nearest) return nearest;
  }
  return null;
}

/**
 * Where focus moves when a block is deleted: to its neighbor, by the id that the neighbor has afterwards. Later spans
 * of the same timer move up by one.
 */
export function stopAfterDeleting(stops: readonly Stop[][], from: Stop, gone: Place): string | null {
  const next = nextStop(stops, from, 'down') ?? nextStop(stops, from, 'up');
  const place = next?.blockId && placeIn(next.blockId);
  if (!place || place.timerId !== gone.timerId || place.spanIndex <= gone.spanIndex) return next?.id ?? null;
  return blockId(place.date, { id: place.timerId }, place.spanIndex - 1);
}

/** The first tab stop: the first block of the day, else nine o'clock, else anything on the day. */
export function firstStop(stops: readonly Stop[][], date: string): Stop | null {
  const day = stops.find((one) => one.some((stop) => stop.date === date));
  const stop = day?.find(({ blockId }) => blockId !== null) ?? (day && nearestTo(day, 9 * HOUR_MS));
  return stop ?? stops.flat().find(({ blockId }) => blockId !== null) ?? stops.flat()[0] ?? null;
}

function nearestTo(day: readonly Stop[], top: number): Stop | null {
  const away = (stop: Stop) => Math.abs(stop.top - top);
  return day.reduce<Stop | null>((best, stop) => (!best || away(stop) < away(best) ? stop : best), null);
}
