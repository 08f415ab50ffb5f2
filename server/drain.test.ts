import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Drain } from '#/server/drain.ts';
import { eventually } from '#/test/eventually.ts';

const SOON_MS = 50;
let server: Server;
let drain: Drain;
let noticed: PromiseWithResolvers<void>;
let clients: Socket[];
const closeStreams = vi.fn();
/** By path; other paths get a response at once. */
const held = new Map<string, PromiseWithResolvers<ServerResponse>>();

beforeEach(() => {
  closeStreams.mockReset();
  held.clear();
  clients = [];
  noticed = Promise.withResolvers();
});
afterEach(() => {
  for (const client of clients) client.destroy();
  server.closeAllConnections();
  server.close();
});

/** A server that responds at once, in the same tick. */
async function serve(parts: { finishMs?: number; leaveMs?: number } = {}): Promise<void> {
  server = createServer((request, response) => {
    const waiting = held.get(request.url ?? '');
    if (waiting) waiting.resolve(response);
    else response.end(`answered, ${drain.isDraining ? 'draining' : 'as ever'}`);
  });
  // Does what Next's development server does: it takes the socket and keeps it.
  server.on('upgrade', (_request, socket) => {
    socket.on('error', () => {});
    socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  });
  drain = new Drain(server, { closeStreams, ...parts });
  await once(server.listen(0, '127.0.0.1'), 'listening');
}

function open(): Socket {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  clients.push(client);
  client.on('error', () => {});
  return client;
}

/** Sends the head of a request. */
function send(client: Socket, path = '/', ...headers: string[]): void {
  client.write(`${[`GET ${path} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`);
}

async function responseTo(client: Socket, path = '/', ...headers: string[]): Promise<string> {
  send(client, path, ...headers);
  const [chunk] = await once(client, 'data');
  return String(chunk);
}

/** A request in progress, and its response. */
async function begin(client: Socket, path: string): Promise<ServerResponse> {
  const waiting = Promise.withResolvers<ServerResponse>();
  held.set(path, waiting);
  send(client, path);
  return waiting.promise;
}

/** Data received until the connection ends. */
async function restOf(client: Socket): Promise<string> {
  const chunks: Buffer[] = await client.toArray();
  return Buffer.concat(chunks).toString();
}

test('a draining server responds on kept and new connections, and closes each with its response', async () => {
  await serve();
  const retained = open();
  expect(await responseTo(retained)).toMatch(/Connection: keep-alive[\s\S]*as ever/);
  const ended = drain.end(noticed.promise);
  for (const client of [retained, open()]) {
    const closed = once(client, 'close');
    expect(await responseTo(client)).toMatch(/Connection: close[\s\S]*draining/);
    await closed;
  }
  expect([server.listening, closeStreams.mock.calls.length]).toEqual([true, 0]);
  noticed.resolve();
  await ended;
  expect(server.listening).toBe(false);
});

test('a request in flight when the drain begins gets its response, and its connection is closed', async () => {
  await serve();
  const client = open();
  const response = await begin(client, '/slow');
  const ended = drain.end(noticed.promise);
  response.end('finished');
  expect(await restOf(client)).toMatch(/Connection: close[\s\S]*finished/);
  noticed.resolve();
  await ended;
});

test('streams are closed once load balancers have noticed, and the listener after the last request', async () => {
  await serve();
  const response = await begin(open(), '/slow');
  const ended = drain.end(noticed.promise);
  expect(closeStreams).not.toHaveBeenCalled();
  noticed.resolve();
  await eventually(() => expect(closeStreams).toHaveBeenCalledOnce());
  // A client that has not noticed still gets a response.
  expect(await responseTo(open())).toMatch(/Connection: close[\s\S]*draining/);
  expect(server.listening).toBe(true);
  response.end('finished');
  await ended;
  expect(server.listening).toBe(false);
});

test('a request that arrives after streams were closed is finished although nothing listens anymore', async () => {
  await serve();
  const first = await begin(open(), '/slow');
  const ended = drain.end(Promise.resolve());
  await eventually(() => expect(closeStreams).toHaveBeenCalledOnce());
  const late = open();
  const response = await begin(late, '/late');
  first.end();
  await eventually(() => expect(server.listening).toBe(false));
  response.end('finished');
  expect(await restOf(late)).toContain('finished');
  await ended;
});

test('a kept connection without a request is closed with the listener', async () => {
  await serve();
  const idle = open();
  await responseTo(idle);
  await Promise.all([drain.end(Promise.resolve()), once(idle, 'close')]);
});

test('an upgraded connection that stays open is cut, so that an open page does not hold up the server', async () => {
  await serve({ leaveMs: SOON_MS });
  const page = open();
  await responseTo(page, '/', 'Connection: Upgrade', 'Upgrade: websocket');
  await Promise.all([drain.end(Promise.resolve()), once(page, 'close')]);
  expect(server.listening).toBe(false);
});

test('a response that never ends is cut', async () => {
  await serve({ finishMs: SOON_MS });
  const client = open();
  const response = await begin(client, '/stream');
  client.resume();
  response.write('begun');
  await Promise.all([drain.end(Promise.resolve()), once(client, 'close')]);
  expect(server.listening).toBe(false);
});
