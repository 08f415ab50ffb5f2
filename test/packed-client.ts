import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';

// The client package as someone else has it: packed, installed without a registry into an empty project, and used there.

const ROOT = path.join(import.meta.dirname, '..');

const PLAIN = `
import { ApiError, createClient, paginate } from '@timer-service/client';

const client = createClient({ baseUrl: process.argv[2], apiKey: 'tk_1' });
const { data } = await client.POST('/timers/start', { body: { title: 'Review' } });
const titles = [];
for await (const { timers } of paginate((cursor) => client.GET('/timers', { params: { query: { cursor } } }))) {
  titles.push(...timers.map(({ title }) => title));
}
const code = await client.GET('/me').catch((error) => error instanceof ApiError && error.code);
console.log(JSON.stringify({ started: data.timer.title, titles, code }));
`;

const GRPC = `
import { Code, ConnectError, createClient, createRouterTransport } from '@connectrpc/connect';
import { AlarmService, AlarmStatus, TimerSchema, TimerService } from '@timer-service/client/grpc';

const transport = createRouterTransport(({ rpc }) => {
  rpc(TimerService.method.startTimer, ({ title }) => ({ timer: { title, elapsedMs: 5n } }));
  rpc(AlarmService.method.getAlarm, () => ({ alarm: { status: AlarmStatus.DEAD } }));
  rpc(TimerService.method.stopTimer, () => {
    throw new ConnectError('It runs.', Code.FailedPrecondition, undefined, [{ desc: TimerSchema, value: { id: 'a' } }]);
  });
});
const timers = createClient(TimerService, transport);
const { timer } = await timers.startTimer({ title: 'Review' });
const { alarm } = await createClient(AlarmService, transport).getAlarm({ id: 'a' });
const current = await timers.stopTimer({}).catch((error) => error.findDetails(TimerSchema)[0]?.id);
console.log(JSON.stringify({ title: timer?.title, isDead: alarm?.status === AlarmStatus.DEAD, current }));
`;

/** A project with nothing but the packed client. `remove` deletes it. */
export type ClientProject = { folder: string; packed: string; installed: string; remove: () => void };

export async function installPackedClient(): Promise<ClientProject> {
  const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-client-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  await succeeds('npm', ['pack', '--silent', '--pack-destination', folder], path.join(ROOT, 'packages/client'));
  const [packed = ''] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
  await succeeds('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], folder);
  const installed = path.join(folder, 'node_modules/@timer-service/client');
  return { folder, packed, installed, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts a timer, lists timers by page and gets an error, in plain JavaScript under this Node. */
export async function callsFromPlainJavaScript({ folder }: ClientProject, node: string): Promise<void> {
  writeFileSync(path.join(folder, 'plain.mjs'), PLAIN);
  const timers = {
    '': { timers: [{ title: 'one' }], next_cursor: 'c2' },
    c2: { timers: [{ title: 'two' }], next_cursor: null },
  };
  const server = createServer(({ method, url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://timers.test');
    const json = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (headers.authorization !== 'Bearer tk_1') json(401, { code: 'unauthenticated' });
    else if (`${method} ${pathname}` === 'POST /api/v1/timers/start') json(201, { timer: { title: 'Review' } });
    else if (pathname === '/api/v1/timers') json(200, timers[(searchParams.get('cursor') ?? '') as 'c2']);
    else json(404, { code: 'not_found' });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const output = await succeeds(node, ['plain.mjs', url], folder);
    expect(JSON.parse(output)).toEqual({ started: 'Review', titles: ['one', 'two'], code: 'not_found' });
  } finally {
    server.close();
  }
}

/** Calls services over gRPC's messages, with Connect beside the client, under this Node. */
export async function callsByConnect({ folder }: ClientProject, node: string): Promise<void> {
  writeFileSync(path.join(folder, 'grpc.mjs'), GRPC);
  for (const scope of ['@bufbuild', '@connectrpc']) {
    symlinkSync(path.join(ROOT, 'node_modules', scope), path.join(folder, 'node_modules', scope));
  }
  const output = await succeeds(node, ['grpc.mjs'], folder);
  expect(JSON.parse(output)).toEqual({ title: 'Review', isDead: true, current: 'a' });
}

type Outcome = { ok: boolean; output: string };

function run(command: string, args: string[], cwd: string): Promise<Outcome> {
  return new Promise((resolve) => {
    // What npm tells the scripts it runs is not for the project of someone else.
    const env = { ...process.env };
    for (const name of Object.keys(env)) if (name.startsWith('npm_')) delete env[name];
    const done = (error: ExecFileException | null, out: string, err: string) =>
      resolve({ ok: error === null, output: error ? `${out}\n${err}` : out });
    execFile(command, args, { cwd, env }, done);
  });
}

export async function succeeds(command: string, args: string[], cwd: string): Promise<string> {
  const { ok, output } = await run(command, args, cwd);
  expect(ok, `${command} ${args.join(' ')}\n${output}`).toBe(true);
  return output;
}
