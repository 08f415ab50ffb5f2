import { once } from 'node:events';
import { connect as connectHttp2, constants } from 'node:http2';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import { createAlarms } from '#/lib/alarms/registration/create-alarms.ts';
import { buildApi } from '#/lib/api/app.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { APP_URL, apiKeyFor, hubOf } from '#/test/api-client.ts';
import { crowdedReads } from '#/test/contract/broken-apis.ts';
import { eventually } from '#/test/eventually.ts';
import { byNumber, FeedWriters, seeded } from '#/test/feed-writers.ts';
import { ALARMS, detailsOf, type GrpcMessage, type GrpcStream, grpcClient, TIMERS } from '#/test/grpc-client.ts';
import { byKey, serveGrpc } from '#/test/grpc-server.ts';
import { editMemberWithWork, revokeKeyWithWork } from '#/test/revocations.ts';
import { scaled } from '#/test/scale.ts';
import { startWork } from '#/test/socket-scene.ts';
import { testWorld, type World } from '#/test/world.ts';

const STREAMS_PER_KEY = 5;
/** How often the client connects and disconnects. */
const LIVES = scaled(6, 60);

let world: World;
let address: string;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  Object.assign(process.env, { DATABASE_URL: world.database.url, STREAMS_PER_KEY: String(STREAMS_PER_KEY) });
  ({ address } = await serveGrpc(world));
});
beforeEach(async () => {
  maya = await world.member();
});

type Watch = { service: string; method: string; request?: GrpcMessage; secret?: string };

/** An open stream of this person. */
async function watch(ctx: Ctx, { service, method, request = {}, secret }: Watch): Promise<GrpcStream> {
  const stream = grpcClient(address, service, secret ?? (await apiKeyFor(world, ctx))).stream(method, request);
  await eventually(() => expect(stream.received[0]?.kind).toBe('WATCH_KIND_HELLO'));
  return stream;
}

const watchTimers = (ctx: Ctx, request: GrpcMessage = {}, secret?: string) =>
  watch(ctx, { service: TIMERS, method: 'WatchTimers', request, ...(secret && { secret }) });
const watchAlarms = (ctx: Ctx, request: GrpcMessage = {}) =>
  watch(ctx, { service: ALARMS, method: 'WatchAlarms', request });
const eventsOf = ({ received }: GrpcStream) => received.flatMap(({ event }) => event ?? []);
const titlesOf = (stream: GrpcStream) => eventsOf(stream).map(({ info, timer }) => `${info.type} ${timer.title}`);
/** The cursor that the client continues from. */
const cursorOf = ({ received }: GrpcStream) => received.findLast(({ cursor }) => cursor)?.cursor as string;
const alarm = (name: string) => createAlarmInput.parse({ delay: '1h', url: 'https://example.com/hook', name });

describe('timers', () => {
  test('are streamed as they change, with what has changed', async () => {
    const stream = await watchTimers(maya);
    const { timer } = await startWork(maya, 'Work');
    await eventually(() => expect(eventsOf(stream)).toHaveLength(1));
    expect(stream.received.at(-1)).toEqual({
      kind: 'WATCH_KIND_EVENT',
      cursor: expect.stringMatching(/./),
      server_time: expect.anything(),
      event: {
        info: expect.objectContaining({
          id: expect.stringMatching(/^\d+$/),
          type: 'timer.started',
          actor: expect.objectContaining({ kind: 'session', user_id: maya.actor.userId }),
          request_id: 'test',
        }),
        timer: expect.objectContaining({ id: timer.id, title: 'Work', span_count: 1, version: 1 }),
        spans: [expect.objectContaining({ origin: 'SPAN_ORIGIN_LIVE' })],
      },
    });
  });

  test('of others are streamed to those who may read them', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const everyone = await watchTimers(maya, { everyone: true });
    const own = await watchTimers(leo);
    await startWork(maya, 'Hers');
    await startWork(leo, 'His');
    await eventually(() => expect(titlesOf(everyone)).toEqual(['timer.started Hers', 'timer.started His']));
    await eventually(() => expect(titlesOf(own)).toEqual(['timer.started His']));
    const rejected = grpcClient(address, TIMERS, await apiKeyFor(world, leo)).stream('WatchTimers', { everyone: true });
    const status = await rejected.ended;
    expect(status.code).toBe(7);
    expect(detailsOf(status).ErrorInfo?.metadata).toMatchObject({ required_scope: 'timers:read_all' });
  });
});

describe('alarms', () => {
  test('are streamed: all of them, or some by id and name, commas and all', async () => {
    const { alarm: one } = await createAlarm(maya, alarm('Other'));
    const some = await watchAlarms(maya, { ids: [one.id], names: ['Backup, daily'] });
    const all = await watchAlarms(maya);
    await createAlarm(maya, alarm('Backup, daily'));
    await createAlarm(maya, alarm('Backup'));
    await abortAlarm(maya, { id: one.id, ifMatch: null });
    const notified = (stream: GrpcStream) => eventsOf(stream).map(({ info, alarm }) => `${info.type} ${alarm.name}`);
    await eventually(() => {
      expect(notified(some)).toEqual(['alarm.created Backup, daily', 'alarm.aborted Other']);
      expect(notified(all)).toEqual(['alarm.created Backup, daily', 'alarm.created Backup', 'alarm.aborted Other']);
    });
    await eventually(() => expect(all.received.map(({ kind }) => kind)).toContain('WATCH_KIND_CHANGED'));
  });

  test('that were created together are reported together', async () => {
    const stream = await watchAlarms(maya);
    await createAlarms(maya, [alarm('One'), alarm('Two')], false);
    await eventually(() => expect(eventsOf(stream)).toHaveLength(1));
    const [event] = eventsOf(stream);
    expect(event).toMatchObject({ info: { type: 'alarm.created' }, count: 2, names: ['One', 'Two'] });
    expect(event?.alarm_ids).toHaveLength(2);
  });
});

describe('a stream resumed with its cursor', () => {
  test('continues where it ended, even if it had received nothing', async () => {
    const first = await watchTimers(maya);
    first.leave();
    await first.ended;
    await startWork(maya, 'Meanwhile');
    const second = await watchTimers(maya, { cursor: cursorOf(first) });
    await eventually(() => expect(titlesOf(second)).toEqual(['timer.started Meanwhile']));
  });

  test('loses nothing and repeats nothing, however often it reconnects while many write', async () => {
    const { workspaceId, userId } = maya.actor;
    const writers = new FeedWriters(world.database.pool, { workspaceId, userId }, 7);
    const random = seeded(8);
    const ids: string[] = [];
    const idsIn = (stream: GrpcStream) => eventsOf(stream).map(({ info }) => info.id as string);
    let cursor = cursorOf(await watchTimers(maya));
    for (let life = 0; life < LIVES; life += 1) {
      const stream = await watchTimers(maya, { cursor });
      for (let step = 0; step < 10; step += 1) {
        await writers.begin();
        await writers.endAllBut(Math.floor(random() * 5));
      }
      // Whatever has arrived by now, possibly in the middle of a change.
      stream.leave();
      await stream.ended;
      ids.push(...idsIn(stream));
      cursor = cursorOf(stream) ?? cursor;
    }
    await writers.endAllBut(0);
    const last = await watchTimers(maya, { cursor });
    await eventually(() => {
      expect([...ids, ...idsIn(last)].toSorted(byNumber)).toEqual(writers.committed.toSorted(byNumber));
    });
  });

  test('gets a reset when the cursor is invalid', async () => {
    const stream = await watchTimers(maya, { cursor: 'nonsense' });
    await eventually(() => expect(stream.received[1]?.kind).toBe('WATCH_KIND_RESET'));
    await startWork(maya, 'After');
    await eventually(() => expect(titlesOf(stream)).toEqual(['timer.started After']));
  });
});

describe('a stream ends', () => {
  test('when its key is revoked', async () => {
    const secret = await apiKeyFor(world, maya);
    const stream = await watchTimers(maya, {}, secret);
    const { id } = await world.db.apiKey.findFirstOrThrow({ where: { userId: maya.actor.userId } });
    await revokeApiKey(maya, { id });
    expect(await stream.ended).toMatchObject({ code: 16, details: 'The API key is no longer valid.' });
  });

  test.each(['before', 'after'])('without anything from the commit that revokes its key, written %s', async (order) => {
    const stream = await watchTimers(maya);
    await revokeKeyWithWork(world, maya, order);
    expect((await stream.ended).code).toBe(16);
    expect(eventsOf(stream)).toEqual([]);
  });

  test('when its key is revoked, although its client reads nothing', async () => {
    const server = await serveGrpc(world, { limits: { leaveWithinMs: 100 } });
    const session = connectHttp2(`http://${server.address}`, { settings: { initialWindowSize: 1_000 } });
    onTestFinished(() => session.destroy());
    const secret = await apiKeyFor(world, maya);
    const { id } = await world.db.apiKey.findFirstOrThrow({ where: { userId: maya.actor.userId } });
    const stream = session.request({
      ':method': 'POST',
      ':path': `/${ALARMS}/WatchAlarms`,
      authorization: `Bearer ${secret}`,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.end(Buffer.from([0, 0, 0, 0, 0]));
    const closed = once(stream, 'close');
    await once(stream, 'response');
    const read = await watchAlarms(maya);
    // More than the buffers in between hold.
    const alarms = Array.from({ length: 50 }, (_, index) => alarm(`${index} `.padEnd(150, 'x')));
    for (let count = 0; count < 10; count += 1) await createAlarms(maya, alarms, false);
    // By then they are in flight to the other one, too. With nothing unread it would end with a status instead.
    await eventually(() => expect(eventsOf(read)).toHaveLength(10));
    await revokeApiKey(maya, { id });
    await closed;
    expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  });

  test('when it continues from a cursor while too many reads of its workspace wait', async () => {
    const cursor = cursorOf(await watchTimers(maya));
    const { db, clock } = world;
    const api = buildApi({ db, clock, hub: hubOf(world), appUrl: APP_URL, reads: crowdedReads(world) });
    const busy = await serveGrpc(world, { api, identify: byKey(world) });
    const stream = grpcClient(busy.address, TIMERS, await apiKeyFor(world, maya)).stream('WatchTimers', { cursor });
    expect(await stream.ended).toMatchObject({ code: 14, details: expect.stringMatching(/^Too many reads .* Watch/) });
    expect(stream.received).toEqual([]);
  });

  test('when its permissions change', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' });
    const stream = await watchTimers(leo);
    await world.db.membership.update({
      where: { workspaceId_userId: { workspaceId: leo.actor.workspaceId, userId: leo.actor.userId } },
      data: { role: 'member' },
    });
    await editMemberWithWork(leo);
    expect((await stream.ended).code).toBe(7);
  });

  test('when its deadline passes', async () => {
    const client = grpcClient(address, TIMERS, await apiKeyFor(world, maya));
    const stream = client.stream('WatchTimers', {}, { deadlineMs: 500 });
    expect((await stream.ended).code).toBe(4);
  });

  test('by its client, and its slot is free for another', async () => {
    const secret = await apiKeyFor(world, maya);
    const streams = [];
    for (let count = 0; count < STREAMS_PER_KEY; count += 1) streams.push(await watchTimers(maya, {}, secret));
    const oneMore = await grpcClient(address, TIMERS, secret).stream('WatchTimers').ended;
    expect(oneMore.code).toBe(8);
    expect(detailsOf(oneMore)).toMatchObject({
      ErrorInfo: { reason: 'TOO_MANY_STREAMS' },
      RetryInfo: { retry_delay: { seconds: 5 } },
    });
    streams[0]?.leave();
    const client = grpcClient(address, TIMERS, secret);
    await eventually(async () => {
      const again = client.stream('WatchTimers');
      const opened = new Promise((resolve) => again.onMessage(() => resolve('opened')));
      const outcome = await Promise.race([opened, again.ended]);
      again.leave();
      expect(outcome).toBe('opened');
    });
  });

  test('when the server shuts down, and the next server continues from its cursor', async () => {
    const other = await testWorld();
    const leo = await other.member();
    const secret = await apiKeyFor(other, leo);
    const hub = new FeedHub(other.db, other.database.url);
    other.database.onClose(() => hub.close());
    const leaving = await serveGrpc(other);
    const api = buildApi({ db: other.db, clock: other.clock, hub, appUrl: APP_URL });
    const staying = await serveGrpc(other, { api, identify: byKey(other) });
    const stream = grpcClient(leaving.address, TIMERS, secret).stream('WatchTimers');
    await eventually(() => expect(stream.received[0]?.kind).toBe('WATCH_KIND_HELLO'));
    await startWork(leo, 'Before');
    await eventually(() => expect(titlesOf(stream)).toEqual(['timer.started Before']));
    hubOf(other).shutdown.announce();
    await leaving.end();
    expect(await stream.ended).toMatchObject({ code: 14, details: expect.stringContaining('shutting down') });
    await startWork(leo, 'After');
    const next = grpcClient(staying.address, TIMERS, secret).stream('WatchTimers', { cursor: cursorOf(stream) });
    await eventually(() => expect(titlesOf(next)).toEqual(['timer.stopped Before', 'timer.started After']));
  });
});
