import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ClientProject,
  callsByConnect,
  callsFromPlainJavaScript,
  installPackedClient,
  succeeds,
} from '#/test/packed-client.ts';

// The packed client under the oldest Node that its package names, which is installed from the npm registry into a
// separate folder and deleted afterwards.

const OLDEST = '20.0.0';
/** The package that `node` of npm installs, without its script. */
const NODE = `node-${process.platform}-${process.arch}`;
const PATIENT_MS = 600_000;

const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-node-'));
const node = path.join(folder, 'node_modules', NODE, 'bin/node');
let client: ClientProject;

beforeAll(async () => {
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  await succeeds('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', `${NODE}@${OLDEST}`], folder);
  client = await installPackedClient();
}, PATIENT_MS);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  client?.remove();
});

test('the oldest Node that the package names runs here', async () => {
  expect(await succeeds(node, ['--version'], folder)).toBe(`v${OLDEST}\n`);
});

test('the installed client works from plain JavaScript under it', () => callsFromPlainJavaScript(client, node));

test('the installed client has the gRPC services under it, for projects that have Connect', () =>
  callsByConnect(client, node));
