import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openForScript } from '#/scripts/database/open-for-script.ts';
import resetDatabase, * as script from '#/scripts/db-reset.ts';
import { type FolderLock, lockFolder } from '#/scripts/supervisor/folder-lock.ts';
import { testDatabase } from '#/test/database.ts';

const database = await testDatabase();
let dataFolder: string;
let running: FolderLock | undefined;

beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'db-reset-'));
});
afterEach(() => {
  running?.release();
  rmSync(dataFolder, { recursive: true });
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

async function start(): Promise<void> {
  const taken = await lockFolder(dataFolder, 'npm start');
  if ('lock' in taken) running = taken.lock;
  running?.announce({ databaseUrl: database.url });
}

function open(isAlone: boolean) {
  return openForScript({ dataFolder, name: 'npm run db:reset', isAlone });
}

test('db:reset is rejected with a message while npm start runs in this folder', async () => {
  await start();
  await expect(open(script.alone)).rejects.toThrow(
    `npm start runs in this folder (process ${process.pid}) and uses the database: stop it first`,
  );
});

test('db:reset works on the database of DATABASE_URL, which may be the one that npm start uses', async () => {
  vi.stubEnv('DATABASE_URL', database.url);
  await start();
  await expect(open(script.alone)).rejects.toThrow('stop it first');
});

test('npm start is rejected while db:reset is running', async () => {
  vi.stubEnv('DATABASE_URL', database.url);
  const opened = await open(script.alone);
  expect(await lockFolder(dataFolder, 'npm start')).toMatchObject({ holder: { name: 'npm run db:reset' } });
  await opened.close();
  await start();
  expect(running).toBeDefined();
});

test('a script that only adds data works alongside npm start, on its database', async () => {
  await start();
  expect(await open(false)).toMatchObject({ url: database.url });
});

test('db:reset empties the database', async () => {
  vi.stubEnv('DATABASE_URL', database.url);
  const output = vi.spyOn(console, 'log').mockReturnValue();
  await database.pool.query(
    `insert into users (id, name, email) values (gen_random_uuid(), 'Maya', 'maya@example.com')`,
  );
  await resetDatabase([]);
  expect((await database.pool.query('select from users')).rowCount).toBe(0);
  expect(output).toHaveBeenCalledExactlyOnceWith(expect.stringMatching(/^The database is empty again/));
});
