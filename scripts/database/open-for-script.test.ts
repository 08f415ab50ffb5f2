import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openForScript } from '#/scripts/database/open-for-script.ts';
import { lockFolder } from '#/scripts/supervisor/folder-lock.ts';

const DATABASE_URL = 'postgresql://timers@db.test/timers';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'open-for-script-'));
  vi.stubEnv('DATABASE_URL', undefined);
  vi.stubEnv('AUTH_SECRET', undefined);
});
afterEach(() => {
  rmSync(dataFolder, { recursive: true });
  vi.unstubAllEnvs();
});

const open = () => openForScript({ dataFolder, name: 'npm run engine', isAlone: false, isExisting: true });

test('a script for existing data creates no new database, and says what to set', async () => {
  await expect(open()).rejects.toThrow(/DATABASE_URL is not set\. Set it to that of the service/);
  expect(readdirSync(dataFolder)).toEqual([]);
});

test('a script gets the database of DATABASE_URL', async () => {
  vi.stubEnv('DATABASE_URL', DATABASE_URL);
  expect(await open()).toMatchObject({ url: DATABASE_URL });
});

const openAlone = (folder: string) => openForScript({ dataFolder: folder, name: 'npm run restore', isAlone: true });

test('a script that needs the database alone leaves a folder unchanged in which nothing was started', async () => {
  vi.stubEnv('DATABASE_URL', DATABASE_URL);
  const folder = path.join(dataFolder, '.data');
  await (await openAlone(folder)).close();
  expect(existsSync(folder)).toBe(false);
});

test('a script generates no secrets if those of the service are set', async () => {
  vi.stubEnv('DATABASE_URL', DATABASE_URL);
  vi.stubEnv('AUTH_SECRET', 'x'.repeat(32));
  const { authSecret, close } = await openAlone(dataFolder);
  await close();
  expect(authSecret).toBe('x'.repeat(32));
  expect(readdirSync(dataFolder)).not.toContain('secrets.json');
});

test('a script gets the database of the npm start running in this folder, wherever that is', async () => {
  const taken = await lockFolder(dataFolder, 'npm start');
  if ('holder' in taken) throw new Error('The folder is locked.');
  taken.lock.announce({ databaseUrl: DATABASE_URL });
  expect(await open()).toMatchObject({ url: DATABASE_URL });
  taken.lock.release();
});
