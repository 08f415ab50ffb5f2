import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { expect, test } from 'vitest';
import { onServer } from '#/scripts/database/ensure-database.ts';
import { ROOT } from '#/scripts/project.ts';
import { NEWER_TABLES_CODE } from '#/scripts/role/role.ts';
import { withoutSettings } from '#/scripts/test/start-service.ts';
import { emptyTestDatabase, testDatabase } from '#/test/database.ts';

type Run = { child: ChildProcess; output: () => string; code: Promise<number | null> };

/** Runs the role `migrate` as a process, as supervisors do. */
function migrate(databaseUrl: string, ...args: string[]): Run {
  const script = path.join(ROOT, 'scripts/role.mjs');
  const child = spawn(process.execPath, [script, 'migrate', '--no-env-file', ...args], {
    cwd: '/',
    env: { ...withoutSettings(), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { child, output: () => output, code: once(child, 'exit').then(([code]) => code as number | null) };
}

test('one process that waits for migrations returns once another has applied them', async () => {
  const url = await emptyTestDatabase();
  const waiting = migrate(url, '--wait');
  await expect.poll(waiting.output, { timeout: 60_000 }).toContain('waiting for migrations');
  expect(await onServer(url, (client) => client.query("select to_regclass('users') as made"))).toMatchObject({
    rows: [{ made: null }],
  });
  const applying = migrate(url);
  expect(await applying.code, applying.output()).toBe(0);
  expect(await waiting.code, waiting.output()).toBe(0);
  expect(await onServer(url, (client) => client.query("select to_regclass('users') as made"))).toMatchObject({
    rows: [{ made: 'users' }],
  });
});

test('the previous version starts on the tables of a newer one, and does not migrate them', async () => {
  const database = await testDatabase();
  await database.pool.query(
    `insert into _prisma_migrations (id, checksum, migration_name, finished_at) values ('x', 'x', '9999_later', now())`,
  );
  const waiting = migrate(database.url, '--wait');
  expect(await waiting.code, waiting.output()).toBe(0);
  const applying = migrate(database.url);
  expect(await applying.code).toBe(NEWER_TABLES_CODE);
  expect(applying.output()).toContain('migration 9999_later, which this version of Timer Service does not know');
});

test('migrate without a database says what to do, and exits with 1', async () => {
  const run = migrate('postgresql://postgres@127.0.0.1:1/timers');
  expect(await run.code).toBe(1);
  expect(run.output()).toContain('No database is responding at 127.0.0.1:1. Start it, or correct DATABASE_URL.');
});
