import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { addCitusKeys, COPIED, DISTRIBUTED } from '#/test/citus/citus-keys.ts';
import { type TestDatabase, testDatabase } from '#/test/database.ts';

let database: TestDatabase;

const rows = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await database.pool.query<Row>(text, values)).rows;
const tables = [...DISTRIBUTED.keys()];

const DAY = '2026-03-10';
const [workspace, pending, ended, gone, schedule] = Array.from({ length: 5 }, () => randomUUID());

/** Rows as left by versions before 0069, then the keys of ops/citus. */
beforeAll(async () => {
  database = await testDatabase();
  await rows('select alarm_partitions_ensure($1::date, 2)', [DAY]);
  await rows("insert into workspaces (id, name) values ($1, 'Acme')", [workspace]);
  await rows(
    `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url)
     values ($1, $2, $2, $3, $3, $3, 10, 'https://acme.test/')`,
    [pending, workspace, DAY],
  );
  await rows(
    `insert into alarm_history (id, workspace_id, created_by, created_at, due_at, finished_at, version, attempts,
                                max_attempts, status, end_reason)
     values ($1, $2, $2, $3, $3, $3::timestamptz + interval '1 hour', 2, 1, 10, 'dead', 'gone')`,
    [ended, workspace, DAY],
  );
  await rows(
    `insert into alarm_attempts (alarm_id, attempt, started_at, duration_us, outcome)
     select id, 1, $2::timestamptz + interval '1 hour', 5, 'timeout' from unnest($1::uuid[]) as id`,
    [[pending, ended, gone], DAY],
  );
  await rows(
    `insert into schedules (id, workspace_id, created_by, headers_by, repeat)
     values ($1, $2, $2, $2, 'R/2026-01-01T00:00:00Z/PT1H')`,
    [schedule, workspace],
  );
  await rows('insert into schedule_runs (schedule_id, run_at, alarm_id) values ($1, $2, $3)', [schedule, DAY, pending]);
  await addCitusKeys(database.pool);
});

test('the tables of alarms are distributed by their workspace, which no row lacks', async () => {
  const found = await rows<{ table: string; required: boolean }>(
    `select relname as table, attnotnull as required from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relname = any ($1) and attname = 'workspace_id' order by 1`,
    [tables],
  );
  expect(found).toEqual(
    [
      'alarm_attempts',
      'alarm_history',
      'alarm_keys',
      'alarms',
      'consumed_events',
      'receivers',
      'schedule_runs',
      'schedules',
    ].map((table) => ({ table, required: true })),
  );
  expect(new Set(DISTRIBUTED.values())).toEqual(new Set(['workspace_id']));
});

describe('in the distributed tables, including their partitions,', () => {
  /** Tables and partitions by oid. */
  const OWN = `own as (
    select pg_class.oid, relname from pg_class
    where relnamespace = 'public'::regnamespace and relname = any ($1)
    union select inhrelid, inhrelid::regclass::text from pg_inherits
    where inhparent = any (select relname::regclass from unnest($1) as relname) and inhrelid::regclass::text !~ '_idx|_pkey')`;

  test('each unique index includes the workspace', async () => {
    const found = await rows<{ name: string; has_workspace: boolean }>(
      `with ${OWN}
       select indexrelid::regclass::text as name, exists (
         select from pg_attribute
         where attrelid = indrelid and attname = 'workspace_id' and attnum = any (indkey)) as has_workspace
       from pg_index join own on own.oid = indrelid where indisunique order by 1`,
      [tables],
    );
    expect(found.length).toBeGreaterThan(tables.length + 4);
    expect(found.filter((index) => !index.has_workspace)).toEqual([]);
  });

  test('each foreign key includes the workspace on both sides, at the same position', async () => {
    const found = await rows<{ name: string; of: string; to: string; place: number | null; to_place: number | null }>(
      `with ${OWN}, keys as (
         select conname as name, own.relname as of, confrelid::regclass::text as to, conrelid, confrelid, conkey, confkey
         from pg_constraint join own on own.oid = conrelid where contype = 'f')
       select name, of, "to",
              array_position(conkey, (select attnum from pg_attribute where attrelid = conrelid
                                                                       and attname = 'workspace_id')) as place,
              array_position(confkey, (select attnum from pg_attribute where attrelid = confrelid
                and attname = case when "to" = 'workspaces' then 'id' else 'workspace_id' end)) as to_place
       from keys order by of, name`,
      [tables],
    );
    expect(found.map(({ name }) => name)).toEqual([
      'consumed_events_workspace_id_fkey',
      'receivers_endpoint_id_fkey',
      'receivers_workspace_id_fkey',
      'schedule_runs_schedule_id_fkey',
      'schedules_workspace_id_fkey',
    ]);
    for (const { to, place, to_place } of found) {
      expect(place).not.toBeNull();
      expect(to_place).toBe(place);
      expect(DISTRIBUTED.has(to) || COPIED.has(to)).toBe(true);
    }
  });

  test('no foreign key changes the workspace of a row, which Citus rejects', async () => {
    const found = await rows<{ name: string }>(
      `with ${OWN}
       select conname as name from pg_constraint join own on own.oid in (conrelid, confrelid)
       where contype = 'f' and confupdtype not in ('a', 'r')`,
      [tables],
    );
    expect(found).toEqual([]);
  });

  test('none refers to a table that stays on the coordinator, nor does such a table refer to it', async () => {
    const found = await rows<{ of: string; to: string }>(
      `with ${OWN}
       select conrelid::regclass::text as of, confrelid::regclass::text as to
       from pg_constraint join own on own.oid = confrelid where contype = 'f'`,
      [tables],
    );
    expect(found).toEqual([{ of: 'schedule_runs', to: 'schedules' }]);
  });

  test('no exclusion constraint exists, which would need the workspace too', async () => {
    const found = await rows(
      `with ${OWN} select conname from pg_constraint join own on own.oid = conrelid where contype = 'x'`,
      [tables],
    );
    expect(found).toEqual([]);
  });
});

test('rows of versions before 0069 get the workspace of their alarm or schedule; orphaned attempts are deleted', async () => {
  const attempts = await rows('select alarm_id as id, workspace_id from alarm_attempts order by alarm_id');
  expect(attempts).toEqual([pending, ended].sort().map((id) => ({ id, workspace_id: workspace })));
  expect(await rows('select workspace_id from schedule_runs')).toEqual([{ workspace_id: workspace }]);
});

test('days created later have the same keys', async () => {
  expect(await rows("select alarm_partitions_ensure('2026-03-20', 1) as made")).toEqual([{ made: 2 }]);
  const found = await rows<{ columns: string }>(
    `select indexdef as columns from pg_indexes where indexname ~ '_20260320_pkey$' order by 1`,
  );
  expect(found.map(({ columns }) => columns.replace(/^.*btree /, ''))).toEqual([
    '(alarm_id, attempt, started_at, workspace_id)',
    '(id, finished_at, workspace_id)',
  ]);
});
