import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FolderLock, lockFolder } from '#/scripts/supervisor/folder-lock.ts';

let folder: string;
let held: FolderLock[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
  held = [];
});
afterEach(() => {
  for (const lock of held) lock.release();
  rmSync(folder, { recursive: true });
});

async function take(name: string) {
  const taken = await lockFolder(folder, name);
  if ('lock' in taken) held.push(taken.lock);
  return taken;
}

test('a second start learns who has the folder and where it serves', async () => {
  const first = await take('npm start');
  if ('lock' in first) first.lock.announce({ url: 'http://localhost:3000' });
  expect(await take('npm run dev')).toMatchObject({
    holder: { name: 'npm start', pid: process.pid, url: 'http://localhost:3000' },
  });
});

test('of two starts at the same moment one gets the folder', async () => {
  const both = await Promise.all([take('one'), take('two')]);
  expect(both.filter((taken) => 'lock' in taken)).toHaveLength(1);
});

test('what a killed process left behind does not hold the folder', async () => {
  const left = { pid: process.pid, name: 'npm start', port: 1, token: 'gone' };
  writeFileSync(path.join(folder, 'running.json'), JSON.stringify(left));
  expect(await take('npm start')).toHaveProperty('lock');
});

test('nor does a file that was cut off while it was written', async () => {
  writeFileSync(path.join(folder, 'running.json'), '{"pid":');
  expect(await take('npm start')).toHaveProperty('lock');
});

test('a folder that was let go can be taken again', async () => {
  const first = await take('npm start');
  if ('lock' in first) first.lock.release();
  expect(await take('npm start')).toHaveProperty('lock');
});
