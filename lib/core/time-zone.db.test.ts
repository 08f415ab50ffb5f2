import { beforeAll, describe, expect, test } from 'vitest';
import { isTimeZone } from '#/lib/core/time-zone.ts';
import { type TestDatabase, testDatabase } from '#/test/database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});

describe('a name is rejected as a time zone', () => {
  test.each([
    ...['', ' ', 'Berlin', 'Europe/Atlantis', 'Europe/', '/Berlin', 'Europe Berlin', 'Europe/Berlin '],
    ...['+02:00', '-05', 'UTC+2', 'GMT+1', 'Z', '<+02>-02', "x'; drop table timers; --/a"],
    ...['SystemV/PST8PDT', 'US/Pacific-New', 'posix/Europe/Berlin', 'Etc/Unknown'],
  ])('when it is %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });

  test('when Postgres reads it as an abbreviation', async () => {
    const { rows } = await database.pool.query<{ abbrev: string }>('select distinct abbrev from pg_timezone_abbrevs');
    const taken = rows.map(({ abbrev }) => abbrev).filter((name) => isTimeZone(name) || isTimeZone(name.toLowerCase()));
    expect(taken).toEqual(['UTC']);
  });
});

test('every zone a person can choose, and every alias Postgres knows, means the same to both', async () => {
  const { rows } = await database.pool.query<{ name: string; at: string }>(
    `select name, to_char(timestamptz '2026-07-01T12:00:00Z' at time zone name, 'YYYY-MM-DD HH24:MI') as at
     from pg_timezone_names`,
  );
  const inPostgres = new Map(rows.map(({ name, at }) => [name, at]));
  const names = [...new Set([...inPostgres.keys(), ...Intl.supportedValuesOf('timeZone')])].filter(isTimeZone);
  expect(names.length).toBeGreaterThan(400);
  const here = new Map(names.map((name) => [name, wallTime(name)]));
  expect(new Map(names.map((name) => [name, inPostgres.get(name)]))).toEqual(here);
});

function wallTime(timeZone: string): string {
  const format = { timeZone, dateStyle: 'short', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat('sv-SE', format).format(new Date('2026-07-01T12:00:00Z'));
}
