import { DAY_MS } from '#/lib/core/duration.ts';
import { isTimeZone } from '#/lib/core/time-zone.ts';
import { zoneClock } from '#/lib/core/zone-clock.ts';
import type { Inspection } from '#/scripts/doctor/check-database.ts';
import { type Finding, failed, ok, warning } from '#/scripts/doctor/finding.ts';

/** Instants that are compared: a year from now on, every two weeks, so that no daylight saving period is missed. */
const INSTANTS = 26;
const APART_MS = 14 * DAY_MS;
const MAX_NAMED = 8;

/** Seconds to add to UTC in a zone at each instant (epoch milliseconds), by this runtime. */
export function offsetsHere(timeZone: string, instants: readonly number[]): number[] {
  return instants.map((instant) => zoneClock(timeZone, instant).offsetMs / 1_000);
}

/**
 * Node.js computes days in the browser's manner, PostgreSQL those of reports: both must know the same rules. PostgreSQL
 * doesn't say which release of the IANA database it has, so the rules themselves are compared.
 */
export async function checkZones({
  client,
  offsetsHere: offsets,
}: Pick<Inspection, 'client' | 'offsetsHere'>): Promise<Finding> {
  const [first] = (await client.query<{ now: number }>('select extract(epoch from now())::float8 * 1000 as now')).rows;
  const begin = Math.floor((first?.now ?? 0) / DAY_MS) * DAY_MS;
  const instants = Array.from({ length: INSTANTS }, (_, n) => begin + n * APART_MS);
  const { rows } = await client.query<{ name: string; offsets: number[] }>(
    `select name, array_agg(extract(epoch from (at at time zone name) - (at at time zone 'UTC'))::int order by at) as offsets
     from pg_timezone_names, (select to_timestamp(ms / 1000.0) as at from unnest($1::float8[]) as ms) as instants
     group by name`,
    [instants],
  );
  const there = new Map(rows.map((row) => [row.name, row.offsets]));
  const selectable = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].filter(isTimeZone);
  const differing = selectable.filter((zone) => {
    const known = there.get(zone);
    return !known || offsets(zone, instants).some((seconds, n) => seconds !== known[n]);
  });
  const used = await usedOf(client, differing);
  return zoneFinding(selectable.length, differing, used);
}

/** Which of these zones are used by a person or a schedule. None before the first migration. */
async function usedOf(client: Inspection['client'], zones: readonly string[]): Promise<string[]> {
  const { rows: made } = await client.query(
    `select to_regclass('users') is not null and to_regclass('schedules') is not null as made`,
  );
  if (!made[0].made || zones.length === 0) return [];
  const { rows } = await client.query<{ zone: string }>(
    `select distinct time_zone as zone from users where time_zone = any($1)
     union select distinct time_zone from schedules where time_zone = any($1) order by 1`,
    [zones],
  );
  return rows.map(({ zone }) => zone);
}

/** `differing`: zones whose rules differ between the two; `used`: those of them in use here. */
export function zoneFinding(compared: number, differing: readonly string[], used: readonly string[]): Finding {
  const release = `Node.js has IANA ${process.versions.tz}`;
  if (differing.length === 0) {
    return ok('time zones', `${release}; for a year, PostgreSQL has the same rules for ${compared} zones`);
  }
  const named = used.length > 0 ? used : differing;
  const list = `${named.slice(0, MAX_NAMED).join(', ')}${named.length > MAX_NAMED ? ' and others' : ''}`;
  const todo =
    'Upgrade PostgreSQL to its latest minor release, and the package tzdata of its machine, then restart it.';
  if (used.length === 0) {
    return warning('time zones', {
      found: `${release}; PostgreSQL has other rules for ${differing.length} of ${compared} zones: ${list}`,
      means: 'Nobody uses these zones now. Days of those who choose one may be an hour off in reports.',
      todo,
    });
  }
  return failed('time zones', {
    found: `${release}; PostgreSQL has other rules for zones that are in use: ${list}`,
    means: 'Days in reports and runs of schedules there may be off, by an hour as a rule.',
    todo,
  });
}
