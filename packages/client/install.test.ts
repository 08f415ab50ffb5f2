import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClientProject,
  callsByConnect,
  callsFromPlainJavaScript,
  installPackedClient,
  succeeds,
} from '../../test/packed-client.ts';

// The package as someone else has it. With the oldest Node that it names: test/proofs/client-node.proof.test.ts. In a
// browser: e2e/client.spec.ts.

const ROOT = path.join(import.meta.dirname, '../..');

let client: ClientProject;

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

beforeAll(async () => {
  client = await installPackedClient();
  writeFileSync(path.join(client.folder, 'typed.ts'), TYPED);
  writeFileSync(path.join(client.folder, 'typed-grpc.ts'), TYPED_GRPC);
});

afterAll(() => client?.remove());

test.each(['README.md', 'packages/client/README.md'])('%s packs the package, and installs the file', (page) => {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  expect(text).toContain('npm pack --workspace packages/client\n');
  expect(text).toContain(`npm install ../timer-service/${client.packed}`);
});

test('the installed package works from plain JavaScript', () => callsFromPlainJavaScript(client, process.execPath));

test('the installed package is typed, strictly and with its own declarations checked', () => typechecks('typed.ts'));

async function typechecks(file: string): Promise<void> {
  const tsc = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const target = ['--target', 'es2022', '--lib', 'es2022,dom', '--module', 'nodenext', '--types', ''];
  const strict = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes'];
  await succeeds(process.execPath, [tsc, ...strict, ...target, file], client.folder);
}

test('the installed package has the gRPC services, for projects that have Connect', async () => {
  await callsByConnect(client, process.execPath);
  await typechecks('typed-grpc.ts');
});

test('the installed package has the license of the project', () => {
  const license = readFileSync(path.join(client.installed, 'LICENSE'), 'utf8');
  expect(license).toBe(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'));
});

test('the installed package needs nothing beside it, of npm or of Node, but the messages of gRPC', () => {
  const { dependencies = {}, engines } = JSON.parse(readFileSync(path.join(client.installed, 'package.json'), 'utf8'));
  expect(dependencies).toEqual({});
  expect(engines).toEqual({ node: '>=20' });
  const files = readdirSync(client.installed, { recursive: true, encoding: 'utf8' });
  const scripts = files.filter((file) => /\.(js|ts|mjs|mts)$/.test(file));
  expect(scripts).toContain('dist/index.js');
  for (const file of scripts) {
    const text = readFileSync(path.join(client.installed, file), 'utf8');
    const specifiers = [...text.matchAll(SPECIFIER)].map(([, specifier]) => specifier);
    const foreign = specifiers.filter((specifier) => !specifier?.startsWith('./'));
    const isMessages = file.startsWith('dist/generated/');
    expect(isMessages ? foreign.filter((one) => !one?.startsWith('@bufbuild/protobuf/')) : foreign, file).toEqual(
      isMessages ? foreign.filter((one) => one === '@bufbuild/protobuf') : [],
    );
  }
});
