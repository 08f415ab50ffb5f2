import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { BrokerConnection } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';
import { eventually } from '#/test/eventually.ts';

/** What a server of AMQP 0-9-1 says, by the method that the client has sent. */
type Script = Readonly<Record<string, (socket: Socket, channel: number) => void>>;

const PROTOCOL_HEADER_BYTES = 8;
const [START_OK, OPEN, CHANNEL_OPEN] = ['10.11', '10.40', '20.10'] as const;

const OPEN_OK = method(0, 10, 41, shortText(''));
const RESOURCE_ERROR = 506;
const CONNECTION_CLOSE = method(0, 10, 50, uint16(RESOURCE_ERROR), shortText('no memory'), uint32(0));
const HANDSHAKE: Script = {
  header: (socket) =>
    socket.write(method(0, 10, 10, Buffer.from([0, 9]), uint32(0), longText('PLAIN'), longText('en_US'))),
  [START_OK]: (socket) => socket.write(method(0, 10, 30, uint16(100), uint32(131_072), uint16(60))),
  [OPEN]: (socket) => socket.write(OPEN_OK),
};

const open = new Set<BrokerConnection>();
const servers = new Set<Server>();
const sockets = new Set<Socket>();

afterEach(async () => {
  await Promise.all([...open].map((connection) => connection.close()));
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  for (const set of [open, servers, sockets]) set.clear();
});

/** A connection to a server that follows a script. */
async function connectTo(script: Script): Promise<BrokerConnection> {
  const server = createServer((socket) => follow(socket, { ...HANDSHAKE, ...script }));
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `amqp://timers:secret@127.0.0.1:${port}`;
  const connection = openBroker({
    kind: 'rabbitmq',
    url,
    workspaceId: newId(),
    allowed: parseAllowList('127.0.0.0/8'),
  });
  open.add(connection);
  return connection;
}

function follow(socket: Socket, script: Script): void {
  sockets.add(socket);
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(socket));
  let rest = Buffer.alloc(0);
  let hasHeader = false;
  socket.on('data', (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    if (!hasHeader && rest.length >= PROTOCOL_HEADER_BYTES) {
      hasHeader = true;
      rest = rest.subarray(PROTOCOL_HEADER_BYTES);
      script.header?.(socket, 0);
    }
    while (hasHeader && rest.length >= 7 && rest.length >= rest.readUInt32BE(3) + 8) {
      const size = rest.readUInt32BE(3);
      if (rest[0] === 1) script[`${rest.readUInt16BE(7)}.${rest.readUInt16BE(9)}`]?.(socket, rest.readUInt16BE(1));
      rest = rest.subarray(size + 8);
    }
  });
}

const atOnce = (...frames: Buffer[]) => ({
  [OPEN]: (socket: Socket) => socket.write(Buffer.concat([OPEN_OK, ...frames])),
});

test.each<[string, Script, string]>([
  ['closes the socket with the handshake', { [OPEN]: (socket) => socket.end(OPEN_OK) }, 'unreachable'],
  ['closes the connection in the handshake’s last segment', atOnce(CONNECTION_CLOSE), 'unreachable'],
  ['sends something other than a frame after the handshake', atOnce(Buffer.alloc(64, 0xff)), 'unreachable'],
  ['sends frames of a channel that is not open', atOnce(method(7, 60, 60)), 'unreachable'],
  [
    'resets the socket when a channel is opened',
    { [CHANNEL_OPEN]: (socket) => socket.resetAndDestroy() },
    'unreachable',
  ],
  ['sends a method that does not exist', { header: (socket) => socket.write(method(0, 999, 1)) }, 'unreachable'],
  [
    'closes the first channel',
    {
      [CHANNEL_OPEN]: (socket, id) =>
        socket.write(method(id, 20, 40, uint16(RESOURCE_ERROR), shortText('none'), uint32(0))),
    },
    'rejected',
  ],
])('A server that %s fails the call and nothing else', async (_what, script, code) => {
  const connection = await connectTo(script);
  await expect(connection.check()).rejects.toMatchObject({ name: 'BrokerError', code });
  await eventually(() => expect(sockets.size).toBe(0));
});

/** A queue with this many messages, and without consumers. */
function queueOf(messages: number): Script {
  const ok =
    (classId: number, methodId: number, ...args: Buffer[]) =>
    (socket: Socket, channel: number) =>
      socket.write(method(channel, classId, methodId, ...args));
  return {
    [CHANNEL_OPEN]: ok(20, 11, longText('')),
    '20.40': ok(20, 41),
    '10.50': ok(10, 51),
    '50.10': ok(50, 11, shortText('in'), uint32(messages), uint32(0)),
    '60.10': ok(60, 11),
    '85.10': ok(85, 11),
  };
}

test.each([
  ['keeps its consumer if its leader does not respond, which is reported as an empty queue', 0, 1],
  ['gets another consumer where messages wait and it has none', 1, 2],
])('A queue %s', async (_what, messages, expected) => {
  let subscriptions = 0;
  const connection = await connectTo({
    ...queueOf(messages),
    '60.20': (socket, channel) => {
      subscriptions += 1;
      socket.write(method(channel, 60, 21, shortText(`tag-${subscriptions}`)));
    },
  });
  await connection.consume('in', { most: 1, waitMs: 0 });
  expect(await connection.lag('in')).toBe(messages);
  await connection.consume('in', { most: 1, waitMs: 0 });
  expect(subscriptions).toBe(expected);
});

test('A connection that the server never finishes opening is closed at once', async () => {
  const requested = Promise.withResolvers<void>();
  const connection = await connectTo({ [CHANNEL_OPEN]: () => requested.resolve() });
  const checked = expect(connection.check()).rejects.toMatchObject({ code: 'closed' });
  await requested.promise;
  await connection.close();
  await checked;
  await eventually(() => expect(sockets.size).toBe(0));
});

function method(channel: number, classId: number, methodId: number, ...args: Buffer[]): Buffer {
  const payload = Buffer.concat([uint16(classId), uint16(methodId), ...args]);
  return Buffer.concat([Buffer.from([1]), uint16(channel), uint32(payload.length), payload, Buffer.from([0xce])]);
}

function uint16(value: number): Buffer {
  const buffer = Buffer.alloc(2);
  buffer.writeUInt16BE(value);
  return buffer;
}

function uint32(value: number): Buffer {
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer;
}

function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
}

function longText(text: string): Buffer {
  return Buffer.concat([uint32(text.length), Buffer.from(text)]);
}
