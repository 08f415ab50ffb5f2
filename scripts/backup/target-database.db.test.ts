import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  createBeside,
  dropDatabase,
  findTarget,
  rejectSessions,
  swapDatabases,
} from '#/scripts/backup/target-database.ts';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { testDatabase } from '#/test/database.ts';

let server: pg.Client;
let url: string;
let name: string;
let result: string[];
beforeEach(async () => {
  const database = await testDatabase();
  name = `restored_${randomUUID().slice(0, 8)}`;
  url = withName(database.url, name);
  result = [name, `${name}_restoring`];
  server = new pg.Client({ connectionString: withName(database.url, 'postgres') });
  await server.connect();
});
afterEach(async () => {
  for (const one of result) await dropDatabase(server, one);
  await server.end();
});

function withName(databaseUrl: string, database: string): string {
  const it = new URL(databaseUrl);
  it.pathname = `/${database}`;
  return it.href;
}

const run = (databaseUrl: string, text: string) => onServer(databaseUrl, (client) => client.query(text));

/** A restored database next to the target, marked by a table. */
async function restoredBeside() {
  const target = await findTarget(server, url);
  const beside = await createBeside(server, target, url);
  await run(beside, 'create table restored ()');
  return target;
}

test('a missing database is created, and an empty one is replaced, with its locale', async () => {
  const absent = await restoredBeside();
  expect(absent).toEqual({ name, isThere: false, isEmpty: true });
  expect(await swapDatabases(server, absent)).toBeNull();
  expect(await findTarget(server, url)).toEqual({ name, isThere: true, isEmpty: false });

  await dropDatabase(server, name);
  await server.query(
    `create database ${name} template template0 locale_provider builtin builtin_locale 'C.UTF-8' lc_collate 'C' lc_ctype 'C'`,
  );
  const empty = await restoredBeside();
  expect(empty).toEqual({ name, isThere: true, isEmpty: true });
  expect(await swapDatabases(server, empty)).toBeNull();
  const { rows } = await server.query(
    `select datname, datlocale, datlocprovider from pg_database where datname ^@ $1`,
    [name],
  );
  expect(rows).toEqual([{ datname: name, datlocale: 'C.UTF-8', datlocprovider: 'b' }]);
});

test('a database that is not empty is kept under another name', async () => {
  await server.query(`create database ${name}`);
  await run(url, 'create table mine ()');
  const kept = (await swapDatabases(server, await restoredBeside())) as string;
  result.push(kept);
  await run(url, 'select from restored');
  await run(withName(url, kept), 'select from mine');
});

test('nothing changes while a client is connected, even if it connects at the last moment', async () => {
  await server.query(`create database ${name}`);
  await run(url, 'create table mine ()');
  const target = await restoredBeside();
  const client = new pg.Client({ connectionString: url, application_name: 'a worker' });
  await client.connect();
  try {
    await expect(rejectSessions(server, name)).rejects.toThrow(/in use by a worker/);
    await expect(swapDatabases(server, target)).rejects.toThrow(/Nothing has changed/);
  } finally {
    await client.end();
  }
  await run(url, 'select from mine');
});
