import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import {
  checkMail,
  checkNames,
  checkNode,
  checkPackages,
  checkPages,
  checkPorts,
} from '#/scripts/doctor/machine-checks.ts';
import { clockFinding } from '#/scripts/doctor/server-checks.ts';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { withoutSettings } from '#/scripts/test/start-service.ts';
import { testMailServer } from '#/test/notifications/mail-server.ts';

const HOST = '127.0.0.1';

/** A server on a port that responds with this text. */
async function responding(text: string): Promise<number> {
  const server = createServer((_request, response) => response.end(text));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, HOST, resolve));
  return (server.address() as AddressInfo).port;
}

test.each([
  [0, 5, 'ok', 'this machine’s clock is 0 ms ahead of the database’s, known to 5 ms'],
  [-1_004, 5, 'ok', 'this machine’s clock is 1004 ms behind the database’s, known to 5 ms'],
  [1_006, 5, 'warning', 'this machine’s clock is 1006 ms ahead of the database’s, known to 5 ms'],
  [-90_000, 0.2, 'warning', 'this machine’s clock is 90000 ms behind the database’s, known to 1 ms'],
])('a clock that is off by %d ms, known to %d ms, is %s', (offsetMs, uncertaintyMs, state, found) => {
  expect(clockFinding(offsetMs, uncertaintyMs)).toMatchObject({ state, found });
});

test('a name in .env that no setting has is a warning, and its value is not shown', () => {
  expect(checkNames('PORT=3000\n# a comment\nALARM_RETENTION_DAY=secret\n')).toMatchObject({
    state: 'warning',
    found: 'valid, but .env has ALARM_RETENTION_DAY, which is no setting',
  });
  expect(checkNames('PORT=3000\nSMTP_URL=\n').state).toBe('ok');
});

test('versions other than the tested ones are found', () => {
  expect(checkNode('v24.0.0', '24.0.0').state).toBe('ok');
  expect(checkNode('v22.1.0', '24.0.0')).toMatchObject({ state: 'warning', found: 'v22.1.0 instead of v24.0.0' });
  expect(checkPackages([]).state).toBe('ok');
  expect(checkPackages(['hono', 'pg'])).toMatchObject({
    state: 'failed',
    found: '2 differ from package-lock.json: hono, pg',
  });
  expect(checkPackages(null)).toMatchObject({ state: 'failed', found: 'npm has no record of what is installed' });
  expect(checkPages(false).state).toBe('warning');
});

test('ports that are free, or the service’s own, are accepted', async () => {
  const free = { HOST, PORT: await freePort(), GRPC_PORT: await freePort(), WORKER_METRICS_PORT: await freePort() };
  expect((await checkPorts(free)).map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
  const PORT = await responding('{"checks":{"overdue_alarms":{}}}');
  const WORKER_METRICS_PORT = await responding('timer_service_tries_total 1');
  expect(await checkPorts({ HOST, PORT, GRPC_PORT: PORT + 1, WORKER_METRICS_PORT })).toEqual([
    { check: 'ports', state: 'ok', found: `PORT ${PORT} is this service’s` },
    { check: 'ports', state: 'ok', found: `WORKER_METRICS_PORT ${WORKER_METRICS_PORT} is a worker’s` },
  ]);
});

test('ports used by another program, or set twice, are found', async () => {
  const used = await responding('somebody else');
  const free = await freePort();
  const states = async (ports: { PORT: number; GRPC_PORT: number; WORKER_METRICS_PORT: number }) =>
    (await checkPorts({ HOST, ...ports })).map(({ state, found }) => `${state}: ${found}`);
  expect(await states({ PORT: used, GRPC_PORT: 0, WORKER_METRICS_PORT: 0 })).toEqual([
    `failed: Port ${used} is in use by another program.`,
  ]);
  expect(await states({ PORT: free, GRPC_PORT: used, WORKER_METRICS_PORT: 0 })).toEqual([
    `ok: PORT ${free} is free`,
    `failed: Port ${used} is in use by another program.`,
  ]);
  expect(await states({ PORT: free, GRPC_PORT: 0, WORKER_METRICS_PORT: used })).toEqual([
    `ok: PORT ${free} is free`,
    `warning: WORKER_METRICS_PORT ${used} is in use by another program`,
  ]);
  expect(await states({ PORT: free, GRPC_PORT: free, WORKER_METRICS_PORT: 0 })).toEqual([
    `failed: PORT and GRPC_PORT are both ${free}.`,
  ]);
});

test('the mail server is signed in to without a mail being sent', async () => {
  const server = await testMailServer();
  expect(await checkMail(undefined)).toMatchObject({ state: 'ok' });
  expect(await checkMail(server.url)).toMatchObject({ state: 'ok', found: expect.stringContaining('accepts') });
  expect(server.arrived).toEqual([]);
  const gone = await checkMail(`smtp://maya:hidden@127.0.0.1:${await freePort()}`);
  expect(gone).toMatchObject({ state: 'failed', check: 'email' });
  expect(JSON.stringify(gone)).not.toContain('hidden');
});

type Run = { code: number; output: string };

/** The command itself, away from this folder's .env and data. */
function doctor(env: Record<string, string>, ...args: string[]): Promise<Run> {
  const data = mkdtempSync(path.join(tmpdir(), 'doctor-'));
  onTestFinished(() => rmSync(data, { recursive: true }));
  const script = path.join(ROOT, 'scripts/doctor.mjs');
  const options = { cwd: '/', env: { ...withoutSettings(), ...env } };
  return new Promise((resolve) => {
    const given = [script, '--no-env-file', '--data', data, ...args];
    execFile(process.execPath, given, options, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    );
  });
}

test('the command fails with code 1 when a check does, as JSON too, and shows no secret', async () => {
  const ports = { PORT: String(await freePort()), WORKER_METRICS_PORT: '0' };
  const secrets = { AUTH_SECRET: 'hidden-hidden-hidden-hidden-hidden', METRICS_TOKEN: 'hidden-hidden-hidden' };
  const env = { ...ports, ...secrets, DATABASE_URL: 'postgresql://maya:hidden@127.0.0.1:1/timers' };
  const { code, output } = await doctor(env, '--json');
  expect(code, output).toBe(1);
  const { state, checks } = JSON.parse(output);
  expect(state).toBe('failed');
  expect(checks.filter((check: { state: string }) => check.state === 'failed')).toEqual([
    expect.objectContaining({ check: 'database', todo: 'Start it, or correct DATABASE_URL.' }),
  ]);
  expect(output).not.toContain('hidden');
});

test('the command names settings with which no process would start', async () => {
  const { code, output } = await doctor({ PORT: 'x', LOG_LEVEL: 'loud', AUTH_SECRET: 'hidden' });
  expect(code).toBe(1);
  expect(output).toMatch(/^failed {3}settings: PORT must be a whole number/m);
  for (const name of ['AUTH_SECRET', 'LOG_LEVEL', 'PORT']) expect(output).toContain(`${name} must `);
  expect(output).not.toContain('hidden');
});

test('the command warns, with code 0, where the database of this folder is not running', async () => {
  const { code, output } = await doctor({ PORT: String(await freePort()), WORKER_METRICS_PORT: '0' });
  expect(output).toContain('warning  database: DATABASE_URL is not set, and npm start does not run in this folder');
  expect(code, output).toBe(0);
});
