import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '#/scripts/free-port.ts';
import { assertPortsFree, folderInUse } from '#/scripts/supervisor/prepare.ts';

const HOST = '127.0.0.1';

async function portInUse(): Promise<number> {
  const server = createServer().listen(0, HOST);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test('two settings with the same port are named, with another port to use', async () => {
  await expect(assertPortsFree({ HOST, PORT: 3001, GRPC_PORT: 3002, WORKER_METRICS_PORT: 3001 })).rejects.toThrow(
    'PORT and WORKER_METRICS_PORT are both 3001. Set WORKER_METRICS_PORT to 3003.',
  );
  await expect(assertPortsFree({ HOST, PORT: 3000, GRPC_PORT: 3000, WORKER_METRICS_PORT: 0 })).rejects.toThrow(
    'PORT and GRPC_PORT are both 3000. Set GRPC_PORT to 3001.',
  );
});

test('a port in use is named, with an alternative that no part of the service uses', async () => {
  const used = await portInUse();
  await expect(assertPortsFree({ HOST, PORT: used, GRPC_PORT: 0, WORKER_METRICS_PORT: used + 1 })).rejects.toThrow(
    `Port ${used} is in use by another program. Stop that program, or choose another port: PORT=${used + 2} npm start`,
  );
  const free = await freePort();
  await expect(assertPortsFree({ HOST, PORT: free, GRPC_PORT: used, WORKER_METRICS_PORT: 0 })).rejects.toThrow(
    `choose another port: GRPC_PORT=${used + 1} npm start`,
  );
});

test('several ports may be unset', async () => {
  await assertPortsFree({ HOST, PORT: await freePort(), GRPC_PORT: 0, WORKER_METRICS_PORT: 0 });
});

test('the error for a folder in use says where it serves, or to wait when it is stopping', () => {
  const holder = { pid: 42, name: 'npm start', port: 1, token: 'x', url: 'http://localhost:3000' };
  expect(folderInUse(holder).message).toContain('npm start already runs in this folder (process 42) and serves http');
  const stopping = folderInUse({ ...holder, isStopping: true }).message;
  expect(stopping).toContain('npm start is stopping in this folder (process 42)');
  expect(stopping).toContain('Start again once it has ended');
});
