import type { Pool } from 'pg';
import { Temporal } from 'temporal-polyfill';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';

// The definition of a day by an independent time-zone library with its own rules, to check the database's functions
// against.

const FIRST_YEAR = 2007;
const LAST_YEAR = 2027;
/** Hours from a clock change: more than the tests use, four times a day. */
const PROBES = [-1, 0, ...Array.from({ length: 33 }, (_, nth) => (nth - 16) * 6 * HOUR_MS)];

/** A part of a span on a day; instants in milliseconds. */
export type DayPart = { day: string; from: number; to: number };
type Moment = { day: string; hour: number };
type Stretch = { from: number; to: number; hour: number };

/** Names of IANA zones that the database and the library both know, in order. */
export async function zonesOfBoth(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('select name from pg_timezone_names');
  const known = new Set(rows.map(({ name }) => name));
  return Intl.supportedValuesOf('timeZone').filter((zone) => known.has(zone) && isTimeZone(zone));
}

/** The instants of twenty years at which a zone's clocks change, according to the library. */
export function changesIn(zone: string): number[] {
  const end = Date.UTC(LAST_YEAR, 0, 1);
  const changes: number[] = [];
  let at = new Temporal.ZonedDateTime(BigInt(Date.UTC(FIRST_YEAR, 0, 1)) * 1_000_000n, zone);
  for (;;) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.epochMilliseconds >= end) return changes;
    changes.push(next.epochMilliseconds);
    at = next;
  }
}

/**
 * Those of a zone's clock changes for which database and library have the same rules: the same offset just before and
 * at the change, and on both days around it. Their editions of the rules can differ; where they do, neither is wrong
 * about the definition of a day.
 */
export async function sharedChanges(pool: Pool, zone: string, changes: number[]): Promise<number[]> {
  const probes = changes.flatMap((at) => PROBES.map((add) => at + add));
  const { rows } = await pool.query<{ offset: number }>(
    `select extract(epoch from (at at time zone $1) - (at at time zone 'UTC'))::int * 1000 as offset
     from unnest($2::float8[]) with ordinality as probe (ms, place), to_timestamp(ms / 1000) as at order by place`,
    [zone, probes],
  );
  const isSame = rows.map(({ offset }, index) => offset === offsetAt(probes[index] as number, zone));
  return changes.filter((_, nth) => PROBES.every((__, add) => isSame[nth * PROBES.length + add]));
}

function offsetAt(at: number, zone: string): number {
  return zoned(at, zone).offsetNanoseconds / 1_000_000;
}

function zoned(at: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
}

/** When a day begins at an hour: the earlier of two instants that show it; if it is skipped, the clock change. */
export function startOfDay({ day, hour }: Moment, zone: string): number {
  const wall = Temporal.PlainDate.from(day).toPlainDateTime({ hour });
  const earlier = wall.toZonedDateTime(zone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wall)) return earlier.epochMilliseconds;
  const change = earlier.getTimeZoneTransition('next');
  if (!change) throw new Error(`${zone} skips ${wall} without a change of its clocks`);
  return change.epochMilliseconds;
}

/** The parts of a stretch on each day, by going from day to day. */
export function splitByDay({ from, to, hour }: Stretch, zone: string): DayPart[] {
  const first = zoned(from - 2 * DAY_MS, zone).toPlainDate();
  const days = Math.ceil((to - from) / DAY_MS) + 5;
  const dates = Array.from({ length: days + 1 }, (_, add) => first.add({ days: add }).toString());
  const starts = dates.map((day) => startOfDay({ day, hour }, zone));
  return dates
    .slice(0, -1)
    .map((day, index) => ({
      day,
      from: Math.max(from, starts[index] as number),
      to: Math.min(to, starts[index + 1] as number),
    }))
    .filter((part) => part.to > part.from);
}

/** Days around clock changes, each with these hours as their beginning. */
export function momentsAround(changes: number[], zone: string, hours: number[]): Moment[] {
  return changes.flatMap((at) => {
    const date = zoned(at, zone).toPlainDate();
    return [-1, 0, 1].flatMap((add) => hours.map((hour) => ({ day: date.add({ days: add }).toString(), hour })));
  });
}

/** For each change some stretches around it: short ones on either side and across it, and one of two days. */
export function stretchesAround(changes: number[], hours: number[]): Stretch[] {
  return changes.flatMap((at, index) => {
    const hour = hours[index % hours.length] as number;
    const around = [-4, -1, 0, 1, 4].map((add) => at + add * HOUR_MS);
    const short = around.map((from) => ({ from: from - 1, to: from + 90 * 60_000, hour }));
    return [...short, { from: at - DAY_MS - 1, to: at + DAY_MS, hour }];
  });
}

/** The same by the database's functions. */
export async function startsInDatabase(pool: Pool, zone: string, moments: Moment[]): Promise<number[]> {
  const { rows } = await pool.query<{ at: number }>(
    `select (extract(epoch from start_of_day(day, $1, hour)) * 1000)::float8 as at
     from unnest($2::date[], $3::int[]) with ordinality as moment (day, hour, place) order by place`,
    [zone, moments.map(({ day }) => day), moments.map(({ hour }) => hour)],
  );
  return rows.map(({ at }) => at);
}

/** The parts of each stretch by the database's functions. */
export async function splitsInDatabase(pool: Pool, zone: string, stretches: Stretch[]): Promise<DayPart[][]> {
  const { rows } = await pool.query<{ parts: DayPart[] }>(
    `select array(
       select json_build_object('day', part.day, 'from', (extract(epoch from part.starts_at) * 1000)::float8,
                                'to', (extract(epoch from part.ends_at) * 1000)::float8)
       from split_by_day(to_timestamp(s.starts / 1000), to_timestamp(s.ends / 1000), $1, s.hour) as part order by part.day
     ) as parts
     from unnest($2::float8[], $3::float8[], $4::int[]) with ordinality as s (starts, ends, hour, place) order by place`,
    [zone, stretches.map(({ from }) => from), stretches.map(({ to }) => to), stretches.map(({ hour }) => hour)],
  );
  return rows.map(({ parts }) => parts);
}
