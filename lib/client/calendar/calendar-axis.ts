import { offsetMs } from '#/lib/client/alarms/alarm-when.ts';
import { HOUR_MS } from '#/lib/core/duration.ts';

/** A day as defined by the server: from its first instant up to that of the next. Epoch milliseconds. */
export type AxisDay = { date: string; from: number; to: number };

/** A run of local time, in milliseconds since midnight; `pass` 1 when clocks show it for the second time. */
type WallRun = { wall: number; length: number; pass: 0 | 1 };
/** A stretch of a day without a clock change. */
type Piece = WallRun & { from: number };
/** A run that all columns share, `top` milliseconds below the first one. */
export type Strip = WallRun & { top: number };
/** A part of a column that its day does not have. */
export type Void = WallRun & { top: number };
/** A full hour on the scale. */
export type AxisHour = { wall: number; pass: 0 | 1; top: number };

/**
 * The scale of days side by side: local time from top to bottom, one millisecond for each. When clocks go back, the
 * repeated hour is there twice, and the other days have nothing in it; when they go forward, the day has nothing in the
 * skipped hour. So an hour has the same height on each day, and a row is the same time of day in each column.
 */
export type Axis = { days: readonly ColumnScale[]; strips: readonly Strip[]; hours: AxisHour[]; length: number };
export type ColumnScale = AxisDay & { pieces: readonly Piece[]; voids: Void[] };

export function createAxis(days: readonly AxisDay[], timeZone: string): Axis {
  const columns = days.map((day) => ({ ...day, pieces: piecesOf(day, timeZone) }));
  const strips = stripsOf(columns.flatMap(({ pieces }) => pieces));
  const last = strips.at(-1);
  return {
    days: columns.map((column) => ({ ...column, voids: emptyStretchesOf(column.pieces, strips) })),
    strips,
    hours: strips.flatMap(hoursOf),
    length: last ? last.top + last.length : 0,
  };
}

/** The position of an instant of the day below the top of the scale; outside the day, its nearest end. */
export function placeOf({ strips }: Axis, { from, to, pieces }: ColumnScale, instant: number): number {
  const at = Math.min(Math.max(instant, from), to - 1);
  const piece = pieces.findLast((one) => one.from <= at) as Piece;
  const wall = piece.wall + at - piece.from;
  const strip = strips.find((one) => one.pass === piece.pass && wall >= one.wall && wall < one.wall + one.length);
  return (strip?.top ?? 0) + wall - (strip?.wall ?? 0) + Math.min(Math.max(instant, from), to) - at;
}

/** The position of an end at this instant: before a skipped hour, not after it. */
export function endPlaceOf(axis: Axis, day: ColumnScale, instant: number): number {
  return instant <= day.from ? placeOf(axis, day, instant) : placeOf(axis, day, instant - 1) + 1;
}

/** The instant at a position; in an hour that the day does not have, the instant at which it continues. */
export function instantAt({ strips }: Axis, { to, pieces }: ColumnScale, place: number): number {
  const index = Math.max(
    0,
    strips.findLastIndex(({ top }) => top <= place),
  );
  const strip = strips[index] as Strip;
  const wall = Math.min(strip.wall + Math.max(0, place - strip.top), strip.wall + strip.length);
  const inside = pieces.find(
    (piece) => piece.pass === strip.pass && wall >= piece.wall && wall < piece.wall + piece.length,
  );
  if (inside) return inside.from + wall - inside.wall;
  if (strip.pass === 1) return goesOnAt(pieces, strip.wall + strip.length, to);
  return goesOnAt(pieces, wall, to);
}

/** The first instant with this local time or later, in the first pass. */
function goesOnAt(pieces: readonly Piece[], wall: number, to: number): number {
  const piece = pieces.find((one) => one.pass === 0 && one.wall + one.length > wall);
  return piece ? piece.from + Math.max(0, wall - piece.wall) : to;
}

function piecesOf({ date, from, to }: AxisDay, timeZone: string): Piece[] {
  const wallAt = (instant: number) => instant + offsetMs(timeZone, instant) - Date.parse(date);
  const change = changeIn(from, to, (instant) => offsetMs(timeZone, instant));
  if (change === null) return [{ from, wall: wallAt(from), length: to - from, pass: 0 }];
  const before: Piece = { from, wall: wallAt(from), length: change - from, pass: 0 };
  const after = wallAt(change);
  const repeated = Math.max(0, Math.min(before.wall + before.length - after, to - change));
  const again: Piece = { from: change, wall: after, length: repeated, pass: 1 };
  const rest: Piece = { from: change + repeated, wall: after + repeated, length: to - change - repeated, pass: 0 };
  return [before, again, rest].filter(({ length }) => length > 0);
}

/** The instant at which the offset changes; null if it does not. Days have at most one change. */
function changeIn(from: number, to: number, offsetAt: (instant: number) => number): number | null {
  let [low, high] = [from, to - 1];
  const first = offsetAt(low);
  if (offsetAt(high) === first) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offsetAt(middle) === first) low = middle;
    else high = middle;
  }
  return high;
}

/** From the first to the last hour of any day; each repeated run is followed by itself once more. */
function stripsOf(pieces: readonly Piece[]): Strip[] {
  const ends = pieces.map(({ wall, length }) => wall + length);
  let wall = Math.min(...pieces.map((piece) => piece.wall));
  let top = 0;
  const strips: Strip[] = [];
  const add = (run: WallRun) => {
    if (run.length > 0) strips.push({ ...run, top });
    top += Math.max(0, run.length);
  };
  const repeats = pieces.filter(({ pass }) => pass === 1).sort((left, right) => left.wall - right.wall);
  for (const repeat of repeats) {
    const until = repeat.wall + repeat.length;
    if (strips.some((strip) => strip.pass === 1 && strip.wall === repeat.wall)) continue;
    add({ wall, length: until - wall, pass: 0 });
    add({ wall: repeat.wall, length: repeat.length, pass: 1 });
    wall = until;
  }
  add({ wall, length: Math.max(...ends) - wall, pass: 0 });
  return strips;
}

function emptyStretchesOf(pieces: readonly Piece[], strips: readonly Strip[]): Void[] {
  return strips.flatMap((strip) => {
    const covered = pieces
      .filter(({ pass }) => pass === strip.pass)
      .map(({ wall, length }) => [Math.max(wall, strip.wall), Math.min(wall + length, strip.wall + strip.length)])
      .filter(([from = 0, to = 0]) => to > from) as [number, number][];
    const edges = [[strip.wall, strip.wall], ...covered, [strip.wall + strip.length, strip.wall + strip.length]];
    return edges.slice(1).flatMap(([from = 0], index) => {
      const end = edges[index]?.[1] ?? from;
      if (from <= end) return [];
      return [{ wall: end, length: from - end, pass: strip.pass, top: strip.top + end - strip.wall }];
    });
  });
}

function hoursOf({ wall, length, pass, top }: Strip): AxisHour[] {
  const first = Math.ceil(wall / HOUR_MS) * HOUR_MS;
  const count = Math.max(0, Math.ceil((wall + length - first) / HOUR_MS));
  return Array.from({ length: count }, (_, index) => {
    const hour = first + index * HOUR_MS;
    return { wall: hour, pass, top: top + hour - wall };
  });
}
