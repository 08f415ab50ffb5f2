import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { healthUrl, isHealthy, roleOfCommand } from '#/scripts/role/health.ts';

/** The port of a server with this response. */
async function serve(respond: RequestListener): Promise<number> {
  const server = createServer(respond).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function exitCode(role: string, env: Record<string, string>): Promise<number> {
  const command = [path.join(ROOT, 'scripts/health.mjs'), role];
  const [code] = await once(spawn(process.execPath, command, { env: { ...process.env, ...env } }), 'exit');
  return code;
}

const only =
  (path: string): RequestListener =>
  (request, response) =>
    response.writeHead(request.url === path ? 200 : 404).end();

describe('the role of a container is read from the command of its first process', () => {
  test.each([
    ['node\0scripts/role.mjs\0worker\0', 'worker'],
    ['/sbin/docker-init\0--\0node\0scripts/role.mjs\0bridge\0', 'bridge'],
    ['node\0scripts/role.mjs\0migrate\0--wait\0', 'migrate'],
    ['node\0scripts/role.mjs\0web\0', 'web'],
    ['next-server (v16.4.5)\0', 'web'],
    ['', 'web'],
  ])('the command %j is that of a %s', (command, role) => {
    expect(roleOfCommand(command)).toBe(role);
  });
});

describe('each role is checked at its own URL', () => {
  test.each([
    ['web', {}, 'http://127.0.0.1:3000/api/health'],
    ['web', { HOST: '0.0.0.0', PORT: '8080' }, 'http://127.0.0.1:8080/api/health'],
    ['web', { HOST: '::' }, 'http://127.0.0.1:3000/api/health'],
    ['web', { HOST: '10.0.0.7' }, 'http://10.0.0.7:3000/api/health'],
    ['web', { HOST: 'fd00::7' }, 'http://[fd00::7]:3000/api/health'],
    ['worker', { WORKER_METRICS_HOST: '0.0.0.0', PORT: '8080' }, 'http://127.0.0.1:3001/health'],
    ['bridge', { WORKER_METRICS_PORT: '3011' }, 'http://127.0.0.1:3011/health'],
    ['worker', { WORKER_METRICS_PORT: '0' }, null],
    ['migrate', {}, null],
  ] as const)('a %s with the settings %o', (role, env, url) => {
    expect(healthUrl(role, env)).toBe(url);
  });
});

test('a process that does not listen, responds with an error or hangs is not healthy', async () => {
  expect(await isHealthy(`http://127.0.0.1:${await freePort()}/health`, 1_000)).toBe(false);
  const broken = await serve((_request, response) => response.writeHead(500).end());
  expect(await isHealthy(`http://127.0.0.1:${broken}/health`, 1_000)).toBe(false);
  const hung = await serve(() => {});
  expect(await isHealthy(`http://127.0.0.1:${hung}/health`, 100)).toBe(false);
  const well = await serve(only('/health'));
  expect(await isHealthy(`http://127.0.0.1:${well}/health`, 1_000)).toBe(true);
});

test('the exit code of the image’s command shows whether the process is healthy', async () => {
  const codes = (web: number, worker: number) => {
    const ports = { HOST: '', WORKER_METRICS_HOST: '', PORT: `${web}`, WORKER_METRICS_PORT: `${worker}` };
    return Promise.all(['web', 'worker', 'bridge', 'migrate'].map((role) => exitCode(role, ports)));
  };
  expect(await codes(await freePort(), await freePort())).toEqual([1, 1, 1, 0]);
  expect(await codes(await serve(only('/api/health')), await serve(only('/health')))).toEqual([0, 0, 0, 0]);
});
