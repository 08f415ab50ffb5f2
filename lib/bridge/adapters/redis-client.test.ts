import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { BrokerConnection, BrokerError } from '#/lib/bridge/adapters/broker-connection.ts';
import { openBroker } from '#/lib/bridge/adapters/open-broker.ts';
import { newId } from '#/lib/core/ids.ts';
import { parseAllowList } from '#/lib/url-guard/url-guard.ts';

const PASSWORD = 'not-to-be-shown';

const open = new Set<BrokerConnection>();
const servers = new Set<Server>();
const sockets = new Set<Socket>();

afterEach(async () => {
  await Promise.all([...open].map((connection) => connection.close()));
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  for (const set of [open, servers, sockets]) set.clear();
});

/** A connection to a server that replies to each command by its name. */
async function connectTo(reply: (command: string) => string): Promise<BrokerConnection> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      for (const command of commandsOf(chunk.toString())) socket.write(reply(command));
    });
  });
  servers.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const url = `redis://timers:${PASSWORD}@127.0.0.1:${port}`;
  const connection = openBroker({ kind: 'redis', url, workspaceId: newId(), allowed: parseAllowList('127.0.0.0/8') });
  open.add(connection);
  return connection;
}

/** The names of the commands in a segment: the first text of each list. */
function commandsOf(text: string): string[] {
  return [...text.matchAll(/\*\d+\r\n\$\d+\r\n([^\r]+)\r\n/g)].map(([, name]) => (name as string).toLowerCase());
}

const caught = (promise: Promise<unknown>): Promise<BrokerError> =>
  promise.then(
    () => {
      throw new Error('It did not reject.');
    },
    (error) => error,
  );

test.each([
  ['an unknown command', `-ERR unknown command 'AUTH', with args beginning with: 'timers' '${PASSWORD}' \r\n`],
  ['a wrong password, with its own message', `-ERR invalid password for timers: ${PASSWORD}\r\n`],
  ['an error without a known code', `-SORRY ${PASSWORD}\r\n`],
  ['something other than a reply', `what is ${PASSWORD}?\r\n`],
])('The password is not in the error when a server mistakes the login for %s', async (_what, reply) => {
  const connection = await connectTo((command) => (command === 'auth' ? reply : '+OK\r\n'));
  for (const call of [
    () => connection.check(),
    () => connection.publish({ target: 'events', id: newId(), body: '{}' }, AbortSignal.timeout(9_000)),
  ]) {
    const error = await caught(call());
    expect(error.name).toBe('BrokerError');
    expect(JSON.stringify([error.message, error.stack, error])).not.toContain(PASSWORD);
  }
});

test('The error of a command names its kind, and not its arguments', async () => {
  const connection = await connectTo((command) =>
    command === 'xadd' ? `-OOM command not allowed: 'event' '${PASSWORD}'\r\n` : '+OK\r\n',
  );
  const error = await caught(
    connection.publish({ target: 'events', id: newId(), body: PASSWORD }, AbortSignal.timeout(9_000)),
  );
  expect(error).toMatchObject({ code: 'rejected', message: expect.stringContaining('OOM') });
  expect(error.message).not.toContain(PASSWORD);
});
