import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { apiKeyFor } from '#/test/api-client.ts';
import { serveApi } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';
import { testWorld, type World } from '#/test/world.ts';

const DOC = readFileSync('docs/live-updates.md', 'utf8');

let world: World;
let maya: Ctx;
let settings: { URL: string; API_KEY: string };
const started: ChildProcess[] = [];

beforeAll(async () => {
  world = await testWorld();
  process.env.DATABASE_URL = world.database.url;
});
beforeEach(async () => {
  maya = await world.member();
  const { url } = await serveApi(world);
  settings = { URL: url.replace('/api/v1', ''), API_KEY: await apiKeyFor(world, maya) };
});
afterEach(() => {
  for (const child of started.splice(0)) child.kill();
});

/** A sample from the document, unchanged but for the address and the key. */
function sample(name: string): string {
  const [, code = ''] = new RegExp(`\`\`\`js file=${name}\\n([\\s\\S]*?)\`\`\``).exec(DOC) ?? [];
  expect(code).not.toBe('');
  const { URL, API_KEY } = settings;
  return `const URL = ${JSON.stringify(URL)};\nconst API_KEY = ${JSON.stringify(API_KEY)};\n${code}`;
}

/** Runs it in a process of its own, and collects its output. */
function run(command: string, args: string[]): { output: () => string } {
  const child = spawn(command, args, { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'inherit'] });
  started.push(child);
  const chunks: string[] = [];
  child.stdout.on('data', (chunk) => chunks.push(String(chunk)));
  return { output: () => chunks.join('') };
}

const start = (title: string) => startTimer(maya, startTimerInput.parse({ title, on_conflict: 'switch' }));
const openLines = async () => {
  const { rows } = await world.database.pool.query(
    `select from pg_stat_activity where datname = current_database() and query like 'listen %'`,
  );
  return rows.length;
};

test.each(['sse', 'ws'])('the sample for %s works as printed in the document', async (name) => {
  const { output } = run(process.execPath, ['--input-type=module', '--eval', sample(name)]);
  await eventually(async () => expect(await openLines()).toBe(1));
  // It is subscribed once it has received the ack; earlier events are not sent to it.
  await eventually(async () => {
    await start('From the document');
    expect(output()).toContain('timer.started From the document\n');
  });
});

test('the curl command works as printed in the document', async () => {
  const [, command = ''] = /```bash\n(curl -N [^\n]+)\n/.exec(DOC) ?? [];
  const { output } = run('bash', ['-c', command.replace('curl ', 'exec curl -s ')]);
  await eventually(() => expect(output()).toContain('event: hello'));
  await start('By curl');
  await eventually(() => expect(output()).toMatch(/event: timer\ndata: .*"title":"By curl".*\nid: \S+\n/));
});

test('the loop that keeps a copy works as printed in the document', async () => {
  await start('One');
  await start('Two');
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', sample('sync')]);
  expect(stdout.match(/timer\.\w+/g)).toEqual(['timer.started', 'timer.stopped', 'timer.started']);
});
