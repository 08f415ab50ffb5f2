import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { completePartitionedIndexes } from '#/lib/db/concurrent-indexes.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { emptyTestDatabase } from '#/test/database.ts';
import { eventually } from '#/test/eventually.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'concurrent-indexes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function migrationFolder(name: string, migrations: Record<string, string>): string {
  const home = path.join(folder, name);
  for (const [migration, sql] of Object.entries(migrations)) {
    mkdirSync(path.join(home, migration), { recursive: true });
    writeFileSync(path.join(home, migration, 'migration.sql'), sql);
  }
  return home;
}

const query = (url: string, sql: string) => onServer(url, (client) => client.query(sql).then(({ rows }) => rows));
const VALID =
  "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indexrelid::regclass::text ~ '_a$' order by 1";
/** Sequences also count attempts that are rolled back. */
const DEADLOCK_ONCE = `create sequence calls; create function deadlock_once(a int) returns int immutable language plpgsql as $$
  begin if nextval('public.calls') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if; return a; end $$`;

describe('an index that is built concurrently', () => {
  const ofTable = () =>
    migrationFolder('t', { '0001_a': '-- Why.\ncreate index concurrently if not exists t_a on t (a);' });

  test('waits for an open transaction while others continue to write', async () => {
    const url = await emptyTestDatabase();
    await query(url, 'create table t (a int)');
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; insert into t values (1)');
    const migrating = migrate(url, { folder: ofTable(), lockTimeoutMs: 50 });
    await eventually(async () => {
      const waits = "select 1 from pg_locks where locktype = 'virtualxid' and not granted";
      expect(await Promise.race([query(url, waits), migrating])).toHaveLength(1);
    });
    await query(url, "set lock_timeout = '30s'; insert into t values (2)");
    await holder.query('commit');
    expect(await migrating).toEqual(['0001_a']);
    expect(await query(url, VALID)).toEqual([{ name: 't_a', valid: true }]);
    await holder.end();
  });

  test('is built again if an earlier build was cut off', async () => {
    const url = await emptyTestDatabase();
    await query(url, 'create table t (a int); insert into t values (1), (1)');
    await expect(query(url, 'create unique index concurrently t_a on t (a)')).rejects.toThrow('could not create');
    expect(await query(url, VALID)).toEqual([{ name: 't_a', valid: false }]);
    await migrate(url, { folder: ofTable() });
    expect(await query(url, VALID)).toEqual([{ name: 't_a', valid: true }]);
  });

  test('is built by one of several processes that start together', async () => {
    const url = await emptyTestDatabase();
    await query(url, 'create table t (a int)');
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url, { folder: ofTable() })));
    expect(applied.flat()).toEqual(['0001_a']);
  });
});

describe('an index of a partitioned table that a migration declares', () => {
  const declared = () => migrationFolder('p', { '0001_a': 'create index p_a on only p (a) where a > 0;' });
  const partitioned = `create table p (a int) partition by range (a);
    create table p1 partition of p for values from (0) to (10); create table p2 partition of p for values from (10) to (20)`;
  const ALL = ['p1_p_a', 'p2_p_a', 'p_a'].map((name) => ({ name, valid: true }));

  test('is built on each partition after the migration', async () => {
    const url = await emptyTestDatabase();
    await query(url, partitioned);
    await migrate(url, { folder: declared() });
    expect(await query(url, VALID)).toEqual(ALL);
  });

  test('is completed at the next start if the first was cut off', async () => {
    const url = await emptyTestDatabase();
    await query(url, partitioned);
    await migrate(url, { folder: declared() });
    // The state after a crash between the partitions: one has no index, another's build was cut off.
    await query(url, 'drop index p_a; create index p_a on only p (a) where a > 0; insert into p values (1), (1)');
    await expect(query(url, 'create unique index concurrently p1_p_a on p1 (a)')).rejects.toThrow('could not create');
    expect(await migrate(url, { folder: declared() })).toEqual([]);
    expect(await query(url, VALID)).toEqual(ALL);
  });

  test('leaves out a partition that is half detached', async () => {
    const url = await emptyTestDatabase();
    await query(url, partitioned);
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('begin isolation level repeatable read; select from p');
    await onServer(url, async (client) => {
      await client.query('set lock_timeout = 50');
      const detach = client.query('alter table p detach partition p1 concurrently');
      await expect(detach).rejects.toMatchObject({ code: '55P03' });
    });
    await reader.end();
    await migrate(url, { folder: declared() });
    expect((await query(url, VALID)).map(({ name }) => name)).toEqual(['p2_p_a', 'p_a']);
    expect(await migrate(url, { folder: declared() })).toEqual([]);
  });

  test('checks again if a partition is dropped after its build and before it is attached', async () => {
    const url = await emptyTestDatabase();
    await query(url, `${partitioned}; create index p_a on only p (a)`);
    await onServer(url, (client) =>
      completePartitionedIndexes(client, async (step) => {
        if ((await query(url, VALID)).some(({ name }) => name === 'p1_p_a')) await query(url, 'drop table p1');
        await step();
      }),
    );
    expect(await query(url, VALID)).toEqual(ALL.slice(1));
  });

  test('is built again if a deadlock ended the first build', async () => {
    const url = await emptyTestDatabase();
    await query(url, `${partitioned}; ${DEADLOCK_ONCE}; insert into p values (1)`);
    await migrate(url, {
      folder: migrationFolder('pd', { '0001_a': 'create index p_a on only p (deadlock_once(a));' }),
      lockTimeoutMs: 50,
    });
    expect(await query(url, VALID)).toEqual(ALL);
  });
});

test('a migration that a deadlock ended is applied again', async () => {
  const url = await emptyTestDatabase();
  await query(url, DEADLOCK_ONCE);
  const folder = migrationFolder('d', { '0001_a': 'create table t as select deadlock_once(1) as a;' });
  const blocked: string[] = [];
  const options = { folder, lockTimeoutMs: 50, onBlocked: (name: string) => blocked.push(name) };
  expect(await migrate(url, options)).toEqual(['0001_a']);
  expect(blocked).toEqual(['0001_a']);
});
