import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { migrate } from '#/lib/db/migrate.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { emptyTestDatabase } from '#/test/database.ts';

const OURS = ['0001_tables', '0002_guarantees'];
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'migrations-'));
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

describe('an empty database', () => {
  test('gets every migration once, however many processes start together', async () => {
    const url = await emptyTestDatabase();
    const applied = await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
    expect(applied.flat().sort()).toEqual(expect.arrayContaining(OURS));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    const rows = await query(url, 'select migration_name, applied_steps_count from _prisma_migrations order by 1');
    expect(rows).toEqual(rows.map((row) => ({ ...row, applied_steps_count: 1 })));
    expect(rows.length).toBe(applied.flat().length);
    expect(await migrate(url)).toEqual([]);
  });

  test('is rolled back when a migration fails, and the error names it', async () => {
    const url = await emptyTestDatabase();
    const broken = migrationFolder('broken', { '0001_a': 'create table a ();', '0002_b': 'create table b (); oops;' });
    await expect(migrate(url, { folder: broken })).rejects.toThrow('Migration 0002_b failed and was rolled back');
    expect(await query(url, "select to_regclass('a') as a, to_regclass('b') as b")).toEqual([{ a: 'a', b: null }]);
  });
});

describe('a locked table', () => {
  /** Locks table t until `release`. */
  async function held() {
    const url = await emptyTestDatabase();
    await query(url, 'create table t (a int)');
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin; select * from t');
    return { url, holder };
  }
  const alter = () => migrationFolder('alter', { '0001_a': 'create table a (); alter table t add column b int;' });

  test('is changed once it is free; until then the migration backs off and lets others through', async () => {
    const { url, holder } = await held();
    let blocked = 0;
    const onBlocked = () => {
      blocked += 1;
      // A client that came after the migration waited behind it, and proceeds now.
      if (blocked === 1) void query(url, 'insert into t values (1)').then(() => holder.end());
    };
    expect(await migrate(url, { folder: alter(), lockTimeoutMs: 50, lockAttempts: 1_000, onBlocked })).toEqual([
      '0001_a',
    ]);
    expect(blocked).toBeGreaterThan(0);
    expect(await query(url, 'select * from t')).toEqual([{ a: 1, b: null }]);
  });

  test('is reported when it stays locked for too long, and the migration is rolled back', async () => {
    const { url, holder } = await held();
    const options = { folder: alter(), lockTimeoutMs: 10, lockAttempts: 3 };
    await expect(migrate(url, options)).rejects.toThrow("0001_a didn't get its locks");
    expect(await query(url, "select to_regclass('a') as a")).toEqual([{ a: null }]);
    await holder.end();
  });
});

describe('a record that contradicts the files is rejected', () => {
  test('an edited migration', async () => {
    const url = await emptyTestDatabase();
    const before = migrationFolder('before', { '0001_a': 'create table a ();' });
    await migrate(url, { folder: before });
    const after = migrationFolder('after', { '0001_a': 'create table a (b int);' });
    await expect(migrate(url, { folder: after })).rejects.toThrow('0001_a was edited after this database applied it');
  });

  test('a migration that another tool left incomplete', async () => {
    const url = await emptyTestDatabase();
    await migrate(url);
    await query(url, "update _prisma_migrations set finished_at = null where migration_name = '0002_guarantees'");
    await expect(migrate(url)).rejects.toThrow('0002_guarantees was begun on this database by another tool');
  });

  test('a migration of a newer version', async () => {
    const url = await emptyTestDatabase();
    const newer = migrationFolder('newer', { '0001_a': 'select 1;', '0002_b': 'select 1;' });
    await migrate(url, { folder: newer });
    const older = path.join(folder, 'older');
    cpSync(path.join(newer, '0001_a'), path.join(older, '0001_a'), { recursive: true });
    await expect(migrate(url, { folder: older })).rejects.toThrow('0002_b, which this version');
  });
});

describe('a database that cannot be used is named, without its password', () => {
  const changed = (change: Partial<URL>) => Object.assign(new URL(inject('databases').serverUrl), change).href;

  test.each([
    ['nothing listens there', { port: '1' }, 'No database is responding at 127.0.0.1:1'],
    ['a wrong password', { password: 'wrong-one' }, 'rejects the password of user "postgres"'],
    ['an unknown database', { pathname: '/nowhere' }, 'has no database "nowhere"'],
    ['an unknown host', { hostname: 'nowhere.invalid' }, 'nowhere.invalid'],
  ])('%s', async (_what, change, expected) => {
    const rejection = await migrate(changed(change)).catch((error: Error) => error);
    expect(rejection).toMatchObject({ name: 'MigrationError', message: expect.stringContaining(expected) });
    expect((rejection as Error).message).not.toMatch(/only-for-tests|wrong-one/);
  });

  test('a user who may not create btree_gist', async () => {
    const url = await emptyTestDatabase();
    const database = new URL(url).pathname.slice(1);
    await query(
      url,
      `create role plain_${database} login password 'p'; grant all on schema public to plain_${database}`,
    );
    const plain = Object.assign(new URL(url), { username: `plain_${database}`, password: 'p' }).href;
    const extension = migrationFolder('extension', { '0001_a': 'create extension btree_gist;' });
    await expect(migrate(plain, { folder: extension })).rejects.toThrow(
      /may not create the extension btree_gist.*CREATE EXTENSION/,
    );
    await query(url, `drop owned by plain_${database}; drop role plain_${database}`);
  });

  test('a user who may not create tables', async () => {
    const url = await emptyTestDatabase();
    const database = new URL(url).pathname.slice(1);
    await query(url, `create role guest_${database} login password 'p'`);
    const guest = Object.assign(new URL(url), { username: `guest_${database}`, password: 'p' }).href;
    await expect(migrate(guest)).rejects.toThrow('may not change the tables of database');
    await query(url, `drop role guest_${database}`);
  });

  test('a server older than PostgreSQL 15', async () => {
    const response = { rows: [{ server_version: '14.9' }] };
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(() => response as never);
    await expect(migrate(inject('databases').serverUrl)).rejects.toThrow('PostgreSQL 14.9; Timer Service needs 15');
    query.mockRestore();
  });
});
