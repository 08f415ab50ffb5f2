import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Api, buildApi } from '#/lib/api/app.ts';
import { openReads, type ReadKind, Reads } from '#/lib/api/limits/reads.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { takeSnapshot } from '#/lib/feed/cursor/feed-query.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import { APP_URL, type ApiClient, apiKeyFor, clientOf, hubOf } from '#/test/api-client.ts';
import { serveApi } from '#/test/api-server.ts';
import { crowdedReads } from '#/test/contract/broken-apis.ts';
import { EXPORT, fileOf, newCalendarPath, writtenExport } from '#/test/contract/export-scenarios.ts';
import { newScene, type Scene } from '#/test/contract/scene.ts';
import { tooSlowly } from '#/test/contract/too-slowly.ts';
import { eventually } from '#/test/eventually.ts';
import { cutSockets, messagesOf, portOf, receives, sendMessage, subscribe } from '#/test/socket-client.ts';
import { socketByKey } from '#/test/socket-scene.ts';
import { testWorld, type World } from '#/test/world.ts';

// Routes that are no operations read within the share of their workspace too: files, calendars, streams and sockets.

/** Of lists, and of files: half of what the pools below have. */
const SHARE = 2;
const SETTINGS = {
  DATABASE_READ_POOL: 6,
  DATABASE_REPORT_POOL: 4,
  READ_TIMEOUT_SECONDS: 60,
  REPORT_TIMEOUT_SECONDS: 60,
  DATABASE_TIMEOUT_MS: 60_000,
};

let world: World;
let maya: Scene;
let lea: Scene;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  process.env.DATABASE_URL = world.database.url;
  [maya, lea] = [await newScene(world), await newScene(world)];
});
afterEach(() => cutSockets());

function openedReads(): Reads {
  const made = openReads({ ...SETTINGS, DATABASE_URL: world.database.url });
  world.database.onClose(() => made.close());
  return made;
}

function apiWith(reads: Reads): Api {
  const { db, clock } = world;
  return buildApi({ db, clock, hub: hubOf(world), appUrl: APP_URL, reads });
}

async function clientFor(api: Api, { owner }: Scene): Promise<ApiClient> {
  return clientOf(api, { authorization: `Bearer ${await apiKeyFor(world, owner)}` });
}

/** Uses the whole share of a workspace until `end`. `begun` counts its reads that have begun. */
function useShare(reads: Reads, kind: ReadKind, ctx: Ctx) {
  const ended = Promise.withResolvers<void>();
  let begun = 0;
  const all = Array.from({ length: SHARE }, () =>
    reads.run(ctx, { kind }, () => {
      begun += 1;
      return ended.promise;
    }),
  );
  const end = () => {
    ended.resolve();
    return Promise.all(all);
  };
  return { begun: () => begun, end };
}

/** The feed's position, as a cursor. */
const now = async () => packPosition({ seen: await takeSnapshot(world.db), part: null });

const putEvents = ({ owner }: Scene, count: number) =>
  world.database.pool.query(
    `insert into events (workspace_id, type, subject_id, actor, data)
     select $1, 'alarm.fired', $1, '{}', jsonb_build_object('alarm', jsonb_build_object('name', repeat('x', 1000)))
     from generate_series(1, $2::int)`,
    [owner.actor.workspaceId, count],
  );

/** The body of a response to `GET`, to be read chunk by chunk. */
async function opened(api: Api, { owner }: Scene, path: string) {
  const headers = { authorization: `Bearer ${await apiKeyFor(world, owner)}` };
  const response = await api.request(`${APP_URL}/api/v1${path}`, { headers });
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const read = async () => {
    const { done, value } = await reader.read();
    return done ? null : decoder.decode(value, { stream: true });
  };
  const readUntil = async (text: string) => {
    let all = '';
    while (!all.includes(text)) all += (await read()) ?? expect.fail(`ended without ${text}`);
    return all;
  };
  return { read, readUntil, leave: () => reader.cancel() };
}

describe('while a workspace uses its share of reads', () => {
  const files: [string, ReadKind, (scene: Scene) => Promise<string>][] = [
    ['an export of events', 'read', async () => '/events/export'],
    ['the plan of an export of time', 'read', async () => EXPORT],
    ['an export of time', 'export', async () => EXPORT],
    ['a file of a worker', 'read', async (scene) => fileOf(await writtenExport(scene))],
    ['a calendar', 'export', newCalendarPath],
  ];
  test.each(files)('%s waits, and another workspace gets its own at once', async (_what, kind, pathOf) => {
    const [hers, theirs] = [await pathOf(maya), await pathOf(lea)];
    const reads = openedReads();
    const api = apiWith(reads);
    const [client, other] = [await clientFor(api, maya), await clientFor(api, lea)];
    const share = useShare(reads, kind, maya.owner);
    const sent: string[] = [];
    const waiting = client('GET', hers).finally(() => sent.push('hers'));
    // Twice, so that hers would have been sent by then.
    for (const path of [theirs, theirs]) expect((await other('GET', path)).status).toBe(200);
    expect(sent).toEqual([]);
    await share.end();
    expect((await waiting).status).toBe(200);
  });

  test('a stream that continues from a cursor waits, and another workspace’s begins at once', async () => {
    const cursor = await now();
    await Promise.all([putEvents(maya, 1), putEvents(lea, 1)]);
    const reads = openedReads();
    const api = apiWith(reads);
    const share = useShare(reads, 'read', maya.owner);
    const path = `/stream?topics=alarms&last_event_id=${encodeURIComponent(cursor)}`;
    const [hers, theirs] = [await opened(api, maya, path), await opened(api, lea, path)];
    const sent: string[] = [];
    const waiting = hers.readUntil('event: alarm\n').finally(() => sent.push('hers'));
    expect(await theirs.readUntil('event: alarm\n')).toContain('event: hello');
    expect(sent).toEqual([]);
    await share.end();
    expect(await waiting).toContain('event: hello');
    await Promise.all([hers.leave(), theirs.leave()]);
  });

  test('a stream from now on begins at once', async () => {
    const reads = openedReads();
    const share = useShare(reads, 'read', maya.owner);
    const stream = await opened(apiWith(reads), maya, '/stream');
    expect(await stream.read()).toContain('event: hello');
    await stream.leave();
    await share.end();
  });

  test('a subscription of a socket waits, and another workspace’s begins at once', async () => {
    const cursor = await now();
    const reads = openedReads();
    const server = await serveApi(world, { reads });
    const [hers, theirs] = await Promise.all([maya, lea].map(({ owner }) => socketByKey({ world, server }, owner)));
    if (!hers || !theirs) throw new Error('two were opened');
    const share = useShare(reads, 'read', maya.owner);
    sendMessage(hers, { type: 'subscribe', topics: ['alarms'], last_event_id: cursor });
    expect(await subscribe(theirs, ['alarms'], { last_event_id: cursor })).toMatchObject({ type: 'ack' });
    expect(messagesOf(hers, 'ack')).toEqual([]);
    await share.end();
    await receives(hers, 'ack');
  });
});

describe('a client that reads slowly', () => {
  test.each([
    ['an export of events', async () => '/events/export', '"alarm.fired"'],
    [
      'the events that it has missed',
      async () => `/stream?topics=alarms&last_event_id=${encodeURIComponent(await now())}`,
      'event: alarm\n',
    ],
  ])('holds no slot of its workspace with %s', async (_what, pathOf, first) => {
    const path = await pathOf();
    await putEvents(maya, 1_203);
    const reads = openedReads();
    const slow = await opened(apiWith(reads), maya, path);
    await slow.readUntil(first);
    const share = useShare(reads, 'read', maya.owner);
    await eventually(() => expect(share.begun()).toBe(SHARE));
    await share.end();
    await slow.leave();
  });
});

test.each([
  ['planned', 'timer_spans'],
  ['written', 'projects'],
])(
  'an export of time that the database cancels while it is %s gets an error that says how to narrow it',
  async (_when, tables) => {
    expect(await tooSlowly(maya, { path: EXPORT, tables })).toMatchObject({
      status: 422,
      body: { code: 'query_too_slow', detail: expect.stringMatching(/^This would take .* POST \/reports\/exports\.$/) },
    });
  },
);

describe('when too many reads of a workspace wait', () => {
  test('a stream that continues from a cursor ends with the time after which to reconnect', async () => {
    const path = `/stream?last_event_id=${encodeURIComponent(await now())}`;
    const { read } = await opened(apiWith(crowdedReads(world)), maya, path);
    expect([await read(), await read()]).toEqual([expect.stringMatching(/^retry: \d+\n\n$/), null]);
  });

  test('a subscription of a socket gets an error, and the socket stays open', async () => {
    const server = await serveApi(world, { reads: crowdedReads(world) });
    const client = await socketByKey({ world, server }, maya.owner);
    const response = await subscribe(client, ['alarms'], { last_event_id: await now() });
    expect(response).toMatchObject({ type: 'error', code: 'too_many_reads', detail: expect.any(String) });
    expect(await subscribe(client, ['alarms'])).toMatchObject({ type: 'ack', cursor: expect.any(String) });
  });

  test('a socket that is sent what it has missed is closed with 1013, before it is sent the rest', async () => {
    const cursor = await now();
    await putEvents(maya, 1_203);
    const one = { db: world.db, timeoutMs: null, limits: { atOnce: 1, perTenant: 1, mostWaiting: 0 } };
    const reads = new Reads({ read: one, search: one, report: one, export: one });
    const server = await serveApi(world, { reads });
    const client = await socketByKey({ world, server }, maya.owner);
    // Less than a page of events.
    server.stalled.stall(portOf(client), 100_000);
    await subscribe(client, ['alarms'], { last_event_id: cursor });
    await receives(client, 'alarm.fired');
    const ended = Promise.withResolvers<void>();
    const other = reads.run(maya.owner, { kind: 'read' }, () => ended.promise);
    server.stalled.resume(portOf(client));
    await eventually(() => expect(client.closed.code).toBe(1013));
    expect(messagesOf(client, 'alarm.fired')).toHaveLength(500);
    ended.resolve();
    await other;
  });
});
