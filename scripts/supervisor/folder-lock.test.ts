import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '#/scripts/project.ts';
import { type FolderLock, lockFolder } from '#/scripts/supervisor/folder-lock.ts';
import { scaled } from '#/test/scale.ts';

/** Locks a folder at an instant and returns whether it succeeded; releases an earlier lock just before. */
const CONTENDER = `
  import { lockFolder } from '#/scripts/supervisor/folder-lock.ts';
  let lock;
  process.on('message', async ({ folder, at }) => {
    while (Date.now() < at);
    lock?.release();
    const taken = await lockFolder(folder, 'npm start');
    lock = taken.lock;
    process.send(lock !== undefined);
  });
  process.send('ready');`;
const CONTENDERS = 4;
const HEAD_START_MS = 10;

let folder: string;
let held: FolderLock[];
let children: ChildProcess[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lock-'));
  held = [];
  children = [];
});
afterEach(async () => {
  for (const lock of held) lock.release();
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function take(name: string) {
  const taken = await lockFolder(folder, name);
  if ('lock' in taken) held.push(taken.lock);
  return taken;
}

function leaveBehind(left: object, name = 'running.json') {
  writeFileSync(path.join(folder, name), JSON.stringify(left));
}

async function contender(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', CONTENDER], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  await once(child, 'message');
  return child;
}

/** Lets all of them try to lock a folder at the same moment and returns how many have it. */
async function race(contenders: ChildProcess[], contested: string): Promise<number> {
  const responses = contenders.map((child) => once(child, 'message'));
  const at = Date.now() + HEAD_START_MS;
  for (const child of contenders) child.send({ folder: contested, at });
  return (await Promise.all(responses)).filter(([has]) => has).length;
}

test('a second start learns who holds the folder and where it serves', async () => {
  const first = await take('npm start');
  if ('lock' in first) first.lock.announce({ url: 'http://localhost:3000' });
  expect(await take('npm run dev')).toMatchObject({
    holder: { name: 'npm start', pid: process.pid, url: 'http://localhost:3000' },
  });
});

test('exactly one of two simultaneous starts gets the folder', async () => {
  const both = await Promise.all([take('one'), take('two')]);
  expect(both.filter((taken) => 'lock' in taken)).toHaveLength(1);
});

test('exactly one of several simultaneous starts reclaims the folder of a killed process, every time', async () => {
  const contenders = await Promise.all(Array.from({ length: CONTENDERS }, contender));
  const winners: number[] = [];
  for (let round = 0; round < scaled(8, 40); round++) {
    const contested = mkdtempSync(path.join(folder, 'round-'));
    writeFileSync(path.join(contested, 'running.json'), JSON.stringify({ pid: 1, name: 'x', port: 1, token: 'gone' }));
    winners.push(await race(contenders, contested));
  }
  expect(new Set(winners)).toEqual(new Set([1]));
});

test('a folder released while others try to lock it has one holder, every time', async () => {
  const contenders = await Promise.all(Array.from({ length: CONTENDERS }, contender));
  const winners: number[] = [];
  for (let round = 0; round < scaled(8, 40); round++) winners.push(await race(contenders, folder));
  expect(new Set(winners)).toEqual(new Set([1]));
  expect(readdirSync(folder)).toEqual(['running.json']);
});

test('a process that is too busy to respond keeps the folder, until it is killed', async () => {
  const busy = await contender();
  expect(await race([busy], folder)).toBe(1);
  busy.kill('SIGSTOP');
  expect(await take('npm start')).toMatchObject({ holder: { pid: busy.pid } });
  busy.kill('SIGKILL');
  await once(busy, 'exit');
  expect(await take('npm start')).toHaveProperty('lock');
});

test('files left by a killed process don’t lock the folder', async () => {
  leaveBehind({ pid: process.pid, name: 'npm start', port: 1, token: 'gone' });
  expect(await take('npm start')).toHaveProperty('lock');
});

test('files left by a process killed while it reclaimed the folder don’t lock it', async () => {
  leaveBehind({ pid: process.pid, name: 'npm start', port: 1, token: 'gone' });
  leaveBehind({ pid: process.pid, name: 'npm start', port: 1, token: 'gone too' }, 'running.json.after-gone');
  expect(await take('npm start')).toHaveProperty('lock');
  expect(readdirSync(folder)).toEqual(['running.json']);
});

test('a truncated lock file doesn’t lock the folder', async () => {
  writeFileSync(path.join(folder, 'running.json'), '{"pid":');
  expect(await take('npm start')).toHaveProperty('lock');
});

test('a released folder can be locked again', async () => {
  const first = await take('npm start');
  if ('lock' in first) first.lock.release();
  expect(await take('npm start')).toHaveProperty('lock');
});
