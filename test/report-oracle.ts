import { Temporal } from 'temporal-polyfill';
import { splitByDay } from '#/test/day-oracle.ts';
import type { Recorded } from '#/test/recorded-time.ts';

// The figures of a summary, summed span by span with a separate time-zone library, to check the database's statements.

/** A finished timer of a person whose days begin at an hour in a zone. Instants are in milliseconds. */
export type TrackedTimer = Required<Pick<Recorded, 'type' | 'tags' | 'origin' | 'projectId'>> & {
  id: string;
  owner: { userId: string; zone: string; hour: number; targetSeconds: number | null };
  spans: [from: number, to: number][];
};
/** Days of each member, including the last one; or instants. */
export type Range = { days: [from: string, to: string] } | { instants: [from: number, to: number] };
export type Level = 'day' | 'week' | 'member' | 'project' | 'tag' | 'type';
/** The part of a span within an hour of local time. */
type Piece = { timer: TrackedTimer; span: number; day: string; hour: number; ms: number };

/** In the zones used here, clocks change and hours begin at multiples of half an hour UTC. */
const HALF_HOUR_MS = 30 * 60_000;
const DAY_MS = 86_400_000;

/** Figures of a summary, each from the pieces of all spans. */
export function summaryOf(timers: readonly TrackedTimer[], range: Range) {
  const pieces = timers.flatMap((timer) => timer.spans.flatMap((_, span) => piecesOf(timer, span, range)));
  const entered = pieces.filter(({ timer }) => timer.origin === 'entered');
  return {
    totals: totalsOf(pieces),
    byType: [...Map.groupBy(pieces, ({ timer }) => timer.type)].map(([type, ofType]) => ({
      type,
      timers: timersOf(ofType),
      trackedMs: msOf(ofType),
      longestMs: Math.max(...[...Map.groupBy(ofType, ({ timer }) => timer.id).values()].map(msOf)),
    })),
    hours: [...Map.groupBy(pieces, ({ day, hour }) => `${weekdayOf(day)} ${hour}`)].map(([at, ofHour]) => {
      const [weekday, hour] = at.split(' ').map(Number);
      return { weekday, hour, trackedMs: msOf(ofHour) };
    }),
    addedByHand: { timers: timersOf(entered), ms: msOf(entered) },
    groupsBy: (levels: readonly Level[]) =>
      [
        ...Map.groupBy(
          pieces.flatMap((piece) => keysOf(piece, levels).map((key) => ({ key, piece }))),
          ({ key }) => key,
        ),
      ].map(
        ([key, found]) =>
          [key, msOf(found.map(({ piece }) => piece)), timersOf(found.map(({ piece }) => piece))] as const,
      ),
  };
}

function piecesOf(timer: TrackedTimer, span: number, range: Range): Piece[] {
  let [from, to] = timer.spans[span] as [number, number];
  if ('instants' in range) [from, to] = [Math.max(from, range.instants[0]), Math.min(to, range.instants[1])];
  if (to <= from) return [];
  const { zone, hour: begins } = timer.owner;
  return splitByDay({ from, to, hour: begins }, zone)
    .filter(({ day }) => !('days' in range) || (day >= range.days[0] && day <= range.days[1]))
    .flatMap((part) =>
      halfHours(part.from, part.to).map(([start, end]) => {
        const { hour } = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone);
        return { timer, span, day: part.day, hour, ms: end - start };
      }),
    );
}

function halfHours(from: number, to: number): [number, number][] {
  const cuts = [from];
  for (let at = (Math.floor(from / HALF_HOUR_MS) + 1) * HALF_HOUR_MS; at < to; at += HALF_HOUR_MS) cuts.push(at);
  return cuts.map((start, index) => [start, cuts[index + 1] ?? to]);
}

function totalsOf(pieces: readonly Piece[]) {
  const days = new Map(pieces.map(({ timer, day }) => [`${timer.owner.userId} ${day}`, timer.owner.targetSeconds]));
  const targets = [...days.values()].filter((seconds) => seconds !== null);
  const sum = targets.reduce((all, seconds) => all + seconds, 0);
  return {
    trackedMs: msOf(pieces),
    timers: timersOf(pieces),
    spans: new Set(pieces.map(({ timer, span }) => `${timer.id} ${span}`)).size,
    people: new Set(pieces.map(({ timer }) => timer.owner.userId)).size,
    workingDays: days.size,
    targetMs: targets.length > 0 ? Math.round((sum * 1_000) / targets.length) : null,
  };
}

/** A piece is in a group for each of its timer's tags, if these are a level. */
function keysOf(piece: Piece, levels: readonly Level[]): string[] {
  const [outer = [], inner = ['']] = levels.map((level) => valuesOf(piece, level).map(String));
  return outer.flatMap((one) => inner.map((other) => `${one} ${other}`));
}

function valuesOf({ timer, day }: Piece, level: Level): (string | null)[] {
  switch (level) {
    case 'day':
      return [day];
    case 'week':
      return [new Date(Date.parse(day) - (weekdayOf(day) - 1) * DAY_MS).toISOString().slice(0, 10)];
    case 'member':
      return [timer.owner.userId];
    case 'project':
      return [timer.projectId];
    case 'tag':
      return timer.tags.length > 0 ? timer.tags : [null];
    case 'type':
      return [timer.type];
  }
}

/** ISO 8601: 1 for a Monday. */
function weekdayOf(day: string): number {
  return new Date(day).getUTCDay() || 7;
}

function msOf(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { ms }) => sum + ms, 0);
}

function timersOf(pieces: readonly Piece[]): number {
  return new Set(pieces.map(({ timer }) => timer.id)).size;
}
