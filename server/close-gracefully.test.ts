import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { gracefulEnd } from '#/server/close-gracefully.ts';

const GRACE_MS = 50;
let server: Server;
let end: () => Promise<void>;
let clients: Socket[];

beforeEach(async () => {
  clients = [];
  server = createServer((_request, response) => response.write('begun'));
  // What Next's development server does: it takes the socket and keeps it.
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  end = gracefulEnd(server, GRACE_MS);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const client of clients) client.destroy();
});

/** Sends a request's head and returns the connection once the server has begun to answer. */
async function talk(...headers: string[]): Promise<Socket> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => {});
  client.write(`${['GET / HTTP/1.1', 'Host: x', ...headers].join('\r\n')}\r\n\r\n`);
  await once(client, 'data');
  return client;
}

test('an upgraded connection is cut after the grace, so that a page left open does not hold the server', async () => {
  const page = await talk('Connection: Upgrade', 'Upgrade: websocket');
  await Promise.all([end(), once(page, 'close')]);
  expect(server.listening).toBe(false);
});

test('so is an answer that never ends', async () => {
  const stream = await talk();
  await Promise.all([end(), once(stream, 'close')]);
  expect(server.listening).toBe(false);
});

test('an answer that ends in time is not cut', async () => {
  const answering = once(server, 'request');
  const client = await talk();
  const [, response] = await answering;
  const ended = end();
  response.end(' and ended');
  const chunks: Buffer[] = await client.toArray();
  expect(Buffer.concat(chunks).toString()).toContain(' and ended');
  await ended;
});
