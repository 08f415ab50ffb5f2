import { type ExecFileException, execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

// The package as someone else has it: packed, installed without a registry into an empty project, and used there.

const PACKAGE = import.meta.dirname;
const ROOT = path.join(PACKAGE, '../..');
const project = mkdtempSync(path.join(tmpdir(), 'timer-service-client-'));
const installed = path.join(project, 'node_modules/@timer-service/client');

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

const TYPED = `
import { ApiError, type components, createClient, paginate, type WebhookBody } from '@timer-service/client';

const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'tk_1' });
const { data } = await client.POST('/timers/start', { body: { title: 'Review' } });
export const timer: components['schemas']['Timer'] = data.timer;
for await (const { timers } of paginate((cursor) => client.GET('/timers', { params: { query: { cursor } } }))) {
  for (const { title, elapsed_ms } of timers) [title, elapsed_ms] satisfies [string, number];
}
export const endpointOf = (body: WebhookBody): string => (body.type === 'ping' ? body.data.endpoint_id : '');
export const eventOf = (body: WebhookBody): string => (body.type === 'timer.started' ? body.data.event_id : body.type);
export const lateness = (body: components['schemas']['FiredAlarmEvent']): number => body.data.lateness_ms;
// @ts-expect-error No webhook has this type.
export const isUnknown = (body: WebhookBody) => body.type === 'timer.begun';
export const isTaken = (error: unknown) => error instanceof ApiError && error.code === 'timer_already_running';
// @ts-expect-error There is no such path.
await client.GET('/timer');
// @ts-expect-error There is no such field.
await client.POST('/timers/start', { body: { titel: 'x' } });
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

const TYPED_GRPC = `
import { createClient, type Transport } from '@connectrpc/connect';
import { type Timer, TimerService, WatchKind } from '@timer-service/client/grpc';

declare const transport: Transport;
const timers = createClient(TimerService, transport);
export const elapsedMs = ({ elapsedMs }: Timer): bigint => elapsedMs;
for await (const { kind, event } of timers.watchTimers({ cursor: 'c' })) {
  if (kind === WatchKind.EVENT) event?.timer?.title satisfies string | undefined;
}
// @ts-expect-error There is no such method.
await timers.beginTimer({});
// @ts-expect-error There is no such field.
await timers.startTimer({ titel: 'x' });
`;

/** What is imported, in an `import`, an `export … from`, `import()` or `require()`. */
const SPECIFIER = /(?:^(?:import|export)\b.*\bfrom |^import |\b(?:import|require)\()['"]([^'"]+)['"]/gm;

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

async function succeeds(command: string, args: string[], cwd: string): Promise<string> {
  const { ok, output } = await run(command, args, cwd);
  expect(ok, `${command} ${args.join(' ')}\n${output}`).toBe(true);
  return output;
}

beforeAll(async () => {
  writeFileSync(path.join(project, 'package.json'), '{ "type": "module" }');
  await succeeds('npm', ['pack', '--silent', '--pack-destination', project], PACKAGE);
  const [packed = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  await succeeds('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], project);
  writeFileSync(path.join(project, 'plain.mjs'), PLAIN);
  writeFileSync(path.join(project, 'typed.ts'), TYPED);
  writeFileSync(path.join(project, 'grpc.mjs'), GRPC);
  writeFileSync(path.join(project, 'typed-grpc.ts'), TYPED_GRPC);
});

afterAll(() => rmSync(project, { recursive: true, force: true }));

test.each(['README.md', 'packages/client/README.md'])('%s packs the package, and installs the file', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  const [packed = ''] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  expect(text).toContain('npm pack --workspace packages/client\n');
  expect(text).toContain(`npm install ../timer-service/${packed}`);
});

test('the installed package works from plain JavaScript', async () => {
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
    const output = await succeeds(process.execPath, ['plain.mjs', url], project);
    expect(JSON.parse(output)).toEqual({ started: 'Review', titles: ['one', 'two'], code: 'not_found' });
  } finally {
    server.close();
  }
});

test('the installed package is typed, strictly and with its own declarations checked', () => typechecks('typed.ts'));

async function typechecks(file: string): Promise<void> {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const target = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext', '--types', ''];
  const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
  await succeeds(process.execPath, [tsc, ...strict, ...target, file], project);
}

test('the installed package has the gRPC services, for projects that have Connect', async () => {
  for (const scope of ['@bufbuild', '@connectrpc']) {
    symlinkSync(path.join(ROOT, 'node_modules', scope), path.join(project, 'node_modules', scope));
  }
  const output = await succeeds(process.execPath, ['grpc.mjs'], project);
  expect(JSON.parse(output)).toEqual({ title: 'Review', isDead: true, current: 'a' });
  await typechecks('typed-grpc.ts');
});

test('the installed package has the license of the project', () => {
  const license = readFileSync(path.join(installed, 'LICENSE'), 'utf8');
  expect(license).toBe(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'));
});

test('the installed package needs nothing beside it, of npm or of Node, but the messages of gRPC', () => {
  const { dependencies = {}, engines } = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({});
  expect(engines).toEqual({ node: '>=20' });
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => /\.(js|ts|mjs|mts)$/.test(file));
  expect(scripts).toContain('dist/index.js');
  for (const file of scripts) {
    const text = readFileSync(path.join(installed, file), 'utf8');
    const specifiers = [...text.matchAll(SPECIFIER)].map(([, specifier]) => specifier);
    const foreign = specifiers.filter((specifier) => !specifier?.startsWith('./'));
    const isMessages = file.startsWith('dist/generated/');
    expect(isMessages ? foreign.filter((one) => !one?.startsWith('@bufbuild/protobuf/')) : foreign, file).toEqual(
      isMessages ? foreign.filter((one) => one === '@bufbuild/protobuf') : [],
    );
  }
});
