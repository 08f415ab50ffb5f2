import { connect } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import WebSocket from 'ws';
import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { takeSnapshot } from '#/lib/feed/cursor/feed-query.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import { FEED_CHANNEL } from '#/lib/feed/notify/notify-feed.ts';
import { apiKeyFor, instancesOf } from '#/test/api-client.ts';
import { type ApiServer, serveApi } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';
import { scaled } from '#/test/scale.ts';
import { testWorld, type World } from '#/test/world.ts';

const STREAMS_PER_KEY = 10;
const ROUNDS = scaled(2, 20);

let world: World;
let server: ApiServer;
let maya: Ctx;
let secret: string;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  Object.assign(process.env, { DATABASE_URL: world.database.url, STREAMS_PER_KEY: String(STREAMS_PER_KEY) });
  server = await serveApi(world, { authenticateWithinMs: 100 });
});
beforeEach(async () => {
  maya = await world.member();
  secret = await apiKeyFor(world, maya);
});

/** The hub closes its connection once it has no subscribers. */
async function hubConnections(): Promise<number> {
  const { rows } = await world.database.pool.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and query = $1',
    [`listen ${FEED_CHANNEL}`],
  );
  return rows[0].count;
}

const bearer = (key = secret) => ({ authorization: `Bearer ${key}` });
const stream = (headers: Record<string, string> = {}, key = secret) =>
  fetch(`${server.url}/stream?topics=alarms`, { headers: { ...bearer(key), ...headers } });

/** Sends a request and disconnects before the response begins or right after. */
async function hangUp(path: string, headers: string[], when: 'sent' | 'data' = 'data'): Promise<void> {
  const client = connect(Number(new URL(server.url).port), '127.0.0.1');
  const sent = new Promise((resolve) =>
    client.write(`GET ${path} HTTP/1.1\r\n${['Host: x', ...headers].join('\r\n')}\r\n\r\n`, resolve),
  );
  await (when === 'sent' ? sent : new Promise((resolve) => client.once('data', resolve)));
  client.destroy();
}

function socket(headers: Record<string, string> = bearer()): {
  socket: WebSocket;
  greeted: Promise<void>;
  closed: Promise<void>;
} {
  const opened = new WebSocket(`${server.url.replace('http', 'ws')}/ws`, { headers });
  opened.on('error', () => {});
  const received = (name: string) => new Promise<void>((resolve) => opened.once(name, () => resolve()));
  return { socket: opened, greeted: received('message'), closed: received('close') };
}

async function greeted(headers?: Record<string, string>) {
  const client = socket(headers);
  await client.greeted;
  return client;
}

/** A key of its own, which is revoked once something is open with it. */
async function revokedWhile<Open>(open: (key: string) => Promise<Open>): Promise<Open> {
  const key = await apiKeyFor(world, maya);
  const found = await open(key);
  const { id } = await world.db.apiKey.findFirstOrThrow({ where: { secretHash: hashSecret(key) } });
  await revokeApiKey(maya, { id });
  return found;
}

const handshake = () => [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  `Authorization: Bearer ${secret}`,
];

/** Every way in which a stream or socket can end, or not even begin. */
const ENDS: Record<string, (past: string) => Promise<unknown>> = {
  'a reader disconnects': async () => (await stream()).body?.cancel(),
  'a reader disconnects before the greeting': () =>
    hangUp('/api/v1/stream', [`Authorization: Bearer ${secret}`], 'sent'),
  'a reader disconnects while it receives missed events': async (past) =>
    hangUp('/api/v1/stream?topics=alarms', [`Authorization: Bearer ${secret}`, `Last-Event-ID: ${past}`]),
  'a stream’s key is revoked': async () => (await revokedWhile((key) => stream({}, key))).text(),
  'only the headers are requested': () => fetch(`${server.url}/stream`, { method: 'HEAD', headers: bearer() }),
  'a stream is rejected': () => fetch(`${server.url}/stream?topics=none`, { headers: bearer() }),
  'a socket is closed': async () => {
    const { socket: opened, closed } = await greeted();
    opened.close();
    await closed;
  },
  'a socket is cut while it receives missed events': async (past) => {
    const { socket: opened } = await greeted();
    opened.send(JSON.stringify({ type: 'subscribe', topics: ['alarms'], last_event_id: past }));
    await new Promise((resolve) => opened.once('message', resolve));
    opened.terminate();
  },
  'a socket’s key is revoked': async () => (await revokedWhile((key) => greeted(bearer(key)))).closed,
  'a socket’s client floods': async () => {
    const { socket: opened, closed } = await greeted();
    for (let count = 0; count < 300; count += 1) opened.send('{"type": "ping"}');
    await closed;
  },
  'a socket’s client floods with pings of the protocol': async () => {
    const { socket: opened, closed } = await greeted();
    for (let count = 0; count < 300; count += 1) opened.ping();
    await closed;
  },
  'a socket’s message is too long': async () => {
    const { socket: opened, closed } = await greeted();
    opened.send('x'.repeat(100_000));
    await closed;
  },
  'no one authenticates': async () => (await greeted({})).closed,
  'a wrong key is sent': async () => {
    const { socket: opened, closed } = await greeted({});
    opened.send('{"type": "authenticate", "token": "tsk_nonsense"}');
    await closed;
  },
  'a wrong key comes with the handshake': () => socket(bearer('tsk_nonsense')).closed,
  'a handshake is invalid': () =>
    hangUp('/api/v1/ws', ['Connection: Upgrade', 'Upgrade: websocket', `Authorization: Bearer ${secret}`]),
  'a client disconnects before it is authenticated': () => hangUp('/api/v1/ws', handshake(), 'sent'),
  'a client disconnects before the greeting': () => hangUp('/api/v1/ws', handshake()),
};

test('after streams end in every way, no listener is left and every stream slot is free', async () => {
  const past = packPosition({ seen: await takeSnapshot(world.db), part: null });
  await world.database.pool.query(
    `insert into events (workspace_id, type, subject_id, actor, data)
     select $1, 'alarm.fired', $1, '{}', jsonb_build_object('alarm', jsonb_build_object('pad', repeat('x', 10000)))
     from generate_series(1, 1000)`,
    [maya.actor.workspaceId],
  );
  for (const [how, end] of Object.entries(ENDS)) {
    for (let count = 0; count < ROUNDS; count += 1) {
      await end(past).catch((error: unknown) => expect.fail(`${how}: ${error}`));
    }
  }
  await eventually(async () => expect([await hubConnections(), server.sockets.size()]).toEqual([0, 0]));
  for (const { hub } of instancesOf(world)) expect(hub.slots.size).toBe(0);
  const all = await Promise.all(Array.from({ length: STREAMS_PER_KEY }, () => stream()));
  expect(all.map(({ status }) => status)).toEqual(Array(STREAMS_PER_KEY).fill(200));
  await Promise.all(all.map(({ body }) => body?.cancel()));
});
