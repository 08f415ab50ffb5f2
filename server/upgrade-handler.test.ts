import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SocketServer } from '#/lib/api/stream/socket-server.ts';
import { handleUpgrades, isWebSocket } from '#/server/upgrade-handler.ts';

let server: Server;
let pages: Server;
const sockets = {
  upgrade: vi.fn(async (_request, socket) => void socket.end('HTTP/1.1 101 Ours\r\n\r\n')),
  size: () => 0,
} satisfies SocketServer;
const prepare = vi.fn();

beforeEach(async () => {
  pages = createServer();
  server = createServer({ shouldUpgradeCallback: isWebSocket }, (_request, response) => response.end('a page'));
  handleUpgrades(server, pages, sockets, prepare);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  server.close();
});

/** The server's response to an upgrade request. */
async function request(path: string, protocol: string): Promise<string> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`);
  const chunks: Buffer[] = await client.toArray();
  return Buffer.concat(chunks).toString();
}

test('our path is handled by us, whatever listens for pages', async () => {
  const onPages = vi.fn();
  pages.on('upgrade', onPages);
  expect(await request('/api/v1/ws?topics=timers', 'WebSocket')).toMatch(/101 Ours/);
  expect(onPages).not.toHaveBeenCalled();
  expect(prepare).toHaveBeenCalled();
});

test('other upgrades, such as Next’s reload channel, are passed on to the listener for pages', async () => {
  pages.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 101 Reload\r\n\r\n'));
  expect(await request('/_next/hmr', 'websocket')).toMatch(/101 Reload/);
});

test('upgrades are rejected when nothing handles them', async () => {
  expect(await request('/_next/hmr', 'websocket')).toMatch(/^HTTP\/1.1 404/);
});

test('the connection of a rejected client is closed, even if the client resets or never ends it', async () => {
  const { port } = server.address() as AddressInfo;
  for (const hasReset of [true, false]) {
    const arrived = new Promise<Duplex>((resolve) => server.once('upgrade', (_request, socket) => resolve(socket)));
    const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    client.write('GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const socket = await arrived;
    if (hasReset) socket.emit('error', new Error('read ECONNRESET'));
    if (!socket.closed) await once(socket, 'close');
    client.destroy();
  }
});

test('an upgrade to another protocol is ignored, and the request is handled as usual', async () => {
  expect(await request('/', 'h2c')).toMatch(/a page/);
});
