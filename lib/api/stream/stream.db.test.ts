import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { EventSource } from 'eventsource';
import { encode } from 'next-auth/jwt';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { revokeApiKey } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import { endSession } from '#/lib/accounts/sessions/end-session.ts';
import { startSession } from '#/lib/accounts/sessions/start-session.ts';
import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { createAlarmInput, rescheduleAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { rescheduleAlarm } from '#/lib/alarms/alarms/reschedule-alarm.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import { buildApi } from '#/lib/api/app.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { env } from '#/lib/core/env.ts';
import { takeSnapshot } from '#/lib/feed/cursor/feed-query.ts';
import { packPosition } from '#/lib/feed/cursor/position.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { FEED_CHANNEL } from '#/lib/feed/notify/notify-feed.ts';
import { MAX_MISSED } from '#/lib/feed/subscription/subscribe-to-feed.ts';
import { editMember } from '#/lib/tracking/members/edit-member.ts';
import { pauseTimer } from '#/lib/tracking/timers/pause-timer.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { APP_URL, apiFor, apiKeyFor, apiOf, INSTANCES } from '#/test/api-client.ts';
import { type ApiServer, serveApi } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';
import { breakableClock, editMemberWithWork, revokeKeyWithWork } from '#/test/revocations.ts';
import { testWorld, type World } from '#/test/world.ts';

const PING_MS = 15_000;
const CURSOR = /^[\da-z]+\.[\da-z]+\.[\da-z_]*$/;

let world: World;
let server: ApiServer;
let maya: Ctx;
const opened: EventSource[] = [];
const readers: Socket[] = [];

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  process.env.DATABASE_URL = world.database.url;
  server = await serveApi(world);
});
beforeEach(async () => {
  // An admin: an owner can't be disabled.
  maya = await world.member({ workspaceId: (await world.member()).actor.workspaceId });
});
afterEach(async () => {
  vi.useRealTimers();
  for (const source of opened.splice(0)) source.close();
  for (const reader of readers.splice(0)) reader.destroy();
  await eventually(async () => expect(await connections()).toBe(0));
});

type Message = { event: string; id: string; data: Record<string, unknown> & { timer?: TimerJson; type?: string } };
type Listening = { received: Message[]; errors: (number | undefined)[]; headers: Headers; source: EventSource };

/** A browser's EventSource on a real connection, once it has been greeted. */
async function subscribe(headers: Record<string, string>, query = '', { url } = server): Promise<Listening> {
  const listening = { received: [], errors: [], headers: new Headers() } as unknown as Listening;
  listening.source = new EventSource(`${url}/stream${query}`, {
    fetch: async (url, init) => {
      const response = await fetch(url, { ...init, headers: { ...init.headers, ...headers } });
      listening.headers = response.headers;
      return response;
    },
  });
  opened.push(listening.source);
  for (const event of 'hello reset timer elsewhere member members alarm alarms events ping'.split(' ')) {
    listening.source.addEventListener(event, ({ lastEventId, data }) =>
      listening.received.push({ event, id: lastEventId, data: JSON.parse(data) }),
    );
  }
  listening.source.addEventListener('error', ({ code }) => listening.errors.push(code));
  await eventually(() => expect(listening.received[0]?.event).toBe('hello'));
  return listening;
}

const byKey = async (ctx: Ctx) => subscribe({ authorization: `Bearer ${await apiKeyFor(world, ctx)}` });
const start = (ctx: Ctx, title = 'Work') => startTimer(ctx, startTimerInput.parse({ title, on_conflict: 'switch' }));
const typesOf = ({ received }: Listening) =>
  received.filter(({ event }) => event === 'timer').map(({ data }) => data.type);

/** The owner of a member's workspace. */
async function ownerOf(ctx: Ctx): Promise<Ctx> {
  const { workspaceId } = ctx.actor;
  const { userId } = await world.db.membership.findFirstOrThrow({ where: { workspaceId, role: 'owner' } });
  return { ...ctx, actor: { ...ctx.actor, userId, role: 'owner' } };
}

/** Resolves when these words have arrived, even in two chunks. */
async function textUntil(reader: Socket, words: string): Promise<void> {
  let text = '';
  await new Promise<void>((resolve) => {
    reader.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes(words)) resolve();
    });
  });
}

/** Data that a paused connection still delivers until it ends. */
async function restOf(reader: Socket): Promise<string> {
  const chunks: Buffer[] = [];
  reader.on('data', (chunk) => chunks.push(chunk));
  // Being cut off counts as an end, too.
  reader.on('error', () => {});
  reader.resume();
  if (!reader.closed) await new Promise((resolve) => reader.once('close', resolve));
  return Buffer.concat(chunks).toString();
}

/** How many backends are listening for notifications. */
async function connections(): Promise<number> {
  const { rows } = await world.database.pool.query(
    'select count(*)::int as count from pg_stat_activity where datname = current_database() and query = $1',
    [`listen ${FEED_CHANNEL}`],
  );
  return rows[0].count;
}

describe('a stream ends', () => {
  test('when its key is revoked, and the key opens no other', async () => {
    const secret = await apiKeyFor(world, maya);
    const listening = await subscribe({ authorization: `Bearer ${secret}` });
    const [key] = await world.db.apiKey.findMany({ where: { userId: maya.actor.userId } });
    await revokeApiKey(maya, { id: key?.id ?? '' });
    await eventually(() => expect(listening.source.readyState).toBe(EventSource.CLOSED));
    expect(listening.errors.at(-1)).toBe(401);
  });

  test('when the browser’s session is signed out', async () => {
    const device = { userAgent: null, address: null };
    const token = await startSession(world, { userId: maya.actor.userId, device, days: 30 });
    const cookie = `next-auth.session-token=${await encode({ token, secret: env().AUTH_SECRET })}`;
    const listening = await subscribe({ cookie });
    await endSession(world, token);
    await eventually(() => expect(listening.source.readyState).toBe(EventSource.CLOSED));
    expect(listening.errors.at(-1)).toBe(401);
  });

  test('at once when its member is disabled', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId });
    const listening = await byKey(leo);
    const owner = await ownerOf(maya);
    await editMember(owner, { user_id: leo.actor.userId, disabled: true });
    await eventually(() => expect(listening.source.readyState).toBe(EventSource.CLOSED));
    expect(listening.errors.at(-1)).toBe(401);
  });

  test('when its caller loses permissions, and a new one has only the remaining topics', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId });
    const everyone = await subscribe(
      { authorization: `Bearer ${await apiKeyFor(world, leo)}` },
      '?topics=workspace_timers',
    );
    const own = await byKey(leo);
    await editMember(await ownerOf(maya), { user_id: leo.actor.userId, role: 'member' });
    await eventually(() => expect(everyone.source.readyState).toBe(EventSource.CLOSED));
    expect(everyone.errors.at(-1)).toBe(403);
    await eventually(() => expect(own.received.filter(({ event }) => event === 'hello')).toHaveLength(2));
    await start(leo);
    await eventually(() => expect(typesOf(own)).toEqual(['timer.started']));
  });

  test.each(['before', 'after'])('without sending what was committed with its revocation, %s it', async (order) => {
    const listening = await byKey(maya);
    await revokeKeyWithWork(world, maya, order);
    await eventually(() => expect(listening.errors).toHaveLength(1));
    expect(typesOf(listening)).toEqual([]);
  });

  test('when its key can’t be checked, and sends nothing meanwhile', async () => {
    const { clock, breakDown } = breakableClock(world.clock);
    const away = await serveApi(world, { clock });
    const listening = await subscribe({ authorization: `Bearer ${await apiKeyFor(world, maya)}` }, '', away);
    breakDown();
    await editMemberWithWork(maya);
    await eventually(() => expect(listening.errors).toHaveLength(1));
    expect(typesOf(listening)).toEqual([]);
  });

  test('when its client does not read, so that nothing piles up for it', async () => {
    const { port } = new URL(server.url);
    const reader = connect(Number(port), '127.0.0.1');
    const authorization = `Bearer ${await apiKeyFor(world, maya)}`;
    reader.write(`GET /api/v1/stream HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
    // From `hello` on it receives what changes.
    await textUntil(reader, 'event: hello');
    server.stalled.stall(reader.localPort ?? 0);
    const cut = once(reader, 'close');
    for (let round = 0; round < 3; round += 1) {
      await world.database.pool.query(
        `insert into events (workspace_id, user_id, type, subject_id, actor, data)
         select $1, $2, 'timer.edited', $1, '{}', jsonb_build_object('timer', jsonb_build_object('title', repeat('x', 200000)))
         from generate_series(1, 20)`,
        [maya.actor.workspaceId, maya.actor.userId],
      );
      await start(maya);
    }
    await eventually(async () => expect(await connections()).toBe(0));
    await cut;
  });

  describe('while it is sent missed events', () => {
    /** Events of the workspace, of 20 kB each by default. */
    const put = (name: string, count: number, size = 20_000) =>
      world.database.pool.query(
        `insert into events (workspace_id, type, subject_id, actor, data)
         select $1, 'alarm.fired', $1, '{}', jsonb_build_object('alarm', jsonb_build_object('name', $2::text, 'pad', repeat('x', $4::int)))
         from generate_series(1, $3::int)`,
        [maya.actor.workspaceId, name, count, size],
      );

    /** A client that reads the first missed events, and then nothing. */
    async function hung(secret: string): Promise<Socket> {
      const cursor = packPosition({ seen: await takeSnapshot(world.db), part: null });
      await put('missed', 1_000);
      const reader = connect(Number(new URL(server.url).port), '127.0.0.1');
      await once(reader, 'connect');
      server.stalled.stall(reader.localPort ?? 0, 200_000);
      reader.write(
        `GET /api/v1/stream?topics=alarms HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\nLast-Event-ID: ${cursor}\r\n\r\n`,
      );
      await textUntil(reader, '"missed"');
      reader.removeAllListeners('data').pause();
      readers.push(reader);
      return reader;
    }

    test('when its key is revoked, and sends no later events', async () => {
      const reader = await hung(await apiKeyFor(world, maya));
      const [key] = await world.db.apiKey.findMany({ where: { userId: maya.actor.userId } });
      await revokeApiKey(maya, { id: key?.id ?? '' });
      await eventually(async () => expect(await connections()).toBe(0));
      await put('later', 3, 10);
      const text = await restOf(reader);
      expect(text.split('"missed"').length).toBeLessThan(900);
      expect(text).not.toContain('"later"');
    });

    test('when more events arrive than are buffered for it', async () => {
      const reader = await hung(await apiKeyFor(world, maya));
      await put('later', MAX_MISSED + 1, 10);
      await eventually(async () => expect(await connections()).toBe(0));
      expect(await restOf(reader)).not.toContain('"later"');
    });

    test('when its client reads nothing from one ping to the next', async () => {
      vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
      const reader = await hung(await apiKeyFor(world, maya));
      await eventually(async () => {
        await vi.advanceTimersByTimeAsync(PING_MS);
        expect(await connections()).toBe(0);
      });
      expect(await restOf(reader)).not.toContain('event: ping');
    });
  });

  test('not because another key of the same person is revoked', async () => {
    await apiKeyFor(world, maya);
    const [other] = await world.db.apiKey.findMany({ where: { userId: maya.actor.userId } });
    const listening = await byKey(maya);
    await revokeApiKey(maya, { id: other?.id ?? '' });
    await start(maya);
    await eventually(() => expect(typesOf(listening)).toEqual(['timer.started']));
  });

  test('with its connection, and releases the database’s connection', async () => {
    const first = await byKey(maya);
    const second = await byKey(maya);
    expect(await connections()).toBe(INSTANCES);
    first.source.close();
    second.source.close();
    await eventually(async () => expect(await connections()).toBe(0));
  });

  test('quietly when the feed can’t be read, and the browser reconnects', async () => {
    const hub = new FeedHub(world.db, world.database.url);
    vi.spyOn(hub, 'subscribe').mockRejectedValue(new Error('the database is away'));
    const api = buildApi({ db: world.db, clock: world.clock, hub, appUrl: APP_URL });
    const authorization = `Bearer ${await apiKeyFor(world, maya)}`;
    const response = await api.request(`${APP_URL}/api/v1/stream`, { headers: { authorization } });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  test('gracefully, with when to reconnect, when its process shuts down, as does one that begins then', async () => {
    const hub = new FeedHub(world.db, world.database.url);
    const api = buildApi({ db: world.db, clock: world.clock, hub, appUrl: APP_URL });
    const authorization = `Bearer ${await apiKeyFor(world, maya)}`;
    const stream = () => api.request(`${APP_URL}/api/v1/stream`, { headers: { authorization } });
    const early = await stream();
    const reader = early.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toContain('event: hello');
    hub.shutdown.announce();
    expect((await reader?.read())?.value).toMatch(/^retry: \d{3,4}\n\n$/);
    expect(await reader?.read()).toEqual({ done: true, value: undefined });
    const late = await stream();
    expect([late.status, await late.text()]).toEqual([200, expect.stringMatching(/retry: \d{3,4}\n\n$/)]);
    expect(hub.slots.size).toBe(0);
  });

  test('at once for a HEAD request', async () => {
    const authorization = `Bearer ${await apiKeyFor(world, maya)}`;
    const response = await fetch(`${server.url}/stream`, { method: 'HEAD', headers: { authorization } });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    await eventually(async () => expect(await connections()).toBe(0));
  });
});

/** A browser of this person, in the workspace that they joined first. */
async function cookieOf({ actor }: Ctx): Promise<string> {
  const device = { userAgent: null, address: null };
  const token = await startSession(world, { userId: actor.userId, device, days: 30 });
  return `next-auth.session-token=${await encode({ token, secret: env().AUTH_SECRET })}`;
}

describe('a stream', () => {
  test('tells a session, not a key, that its person’s timer changed elsewhere, without showing it', async () => {
    const there = await world.member({ userId: maya.actor.userId });
    const listening = await subscribe({ cookie: await cookieOf(maya) });
    const keyed = await byKey(maya);
    await start(there, 'Of another workspace');
    await eventually(() => expect(listening.received.map(({ event }) => event)).toContain('elsewhere'));
    expect(listening.received.find(({ event }) => event === 'elsewhere')?.data).toEqual({
      server_time: expect.any(String),
    });
    expect(typesOf(listening)).toEqual([]);
    await start(maya, 'Here');
    await eventually(() => expect(typesOf(keyed)).toEqual(['timer.started']));
    expect(keyed.received.map(({ event }) => event)).not.toContain('elsewhere');
  });

  test('greets at once with the server’s time, and forbids proxies to buffer or transform it', async () => {
    const { received, headers } = await byKey(maya);
    const now = (await world.clock.now()).toISOString();
    expect(received).toEqual([{ event: 'hello', id: expect.stringMatching(CURSOR), data: { server_time: now } }]);
    expect(headers.get('content-type')).toBe('text/event-stream');
    expect(headers.get('cache-control')).toBe('no-cache, no-transform');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('shows changes by another client as the API shows them', async () => {
    const listening = await byKey(maya);
    const api = await apiFor(world, maya);
    const headers = { 'x-request-id': 'from-elsewhere' };
    const { body } = await api<{ timer: TimerJson }>('POST', '/timers/start', { title: 'Elsewhere' }, headers);
    await eventually(() => expect(listening.received).toHaveLength(2));
    const { spans, cycles, ...facts } = body.timer;
    expect(listening.received[1]).toEqual({
      event: 'timer',
      id: expect.stringMatching(CURSOR),
      data: {
        id: expect.stringMatching(/^\d+$/),
        type: 'timer.started',
        timer: { ...facts, span_count: 1 },
        since_version: null,
        spans,
        removed_spans: [],
        cycles,
        actor: { kind: 'api_key', id: expect.any(String), user_id: maya.actor.userId },
        request_id: 'from-elsewhere',
        server_time: body.timer.started_at,
      },
    });
  });

  test('never shows another member’s timers, nor one’s own in another workspace', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'admin' });
    const elsewhere = await world.member({ userId: maya.actor.userId });
    const listening = await byKey(maya);
    await start(leo, 'His');
    const there = await start(elsewhere, 'There');
    await pauseTimer(elsewhere, { id: there.timer.id, ifMatch: null });
    await start(maya, 'Mine');
    await eventually(() => expect(typesOf(listening)).toHaveLength(1));
    expect(listening.received[1]?.data.timer?.title).toBe('Mine');
    expect(JSON.stringify(listening.received)).not.toMatch(/His|There/);
  });

  test('shows each change once, in order, while twenty people write at once', async () => {
    const team = await Promise.all(
      Array.from({ length: 20 }, () => world.member({ workspaceId: maya.actor.workspaceId, role: 'member' })),
    );
    const streams = await Promise.all(team.map(byKey));
    await Promise.all(
      team.map(async (ctx, index) => {
        for (let count = 0; count < 5; count += 1) await start(ctx, `${index}/${count}`);
      }),
    );
    const own = ['timer.started', ...Array.from({ length: 4 }, () => ['timer.stopped', 'timer.started'])].flat();
    await eventually(() => expect(streams.map(typesOf)).toEqual(team.map(() => own)));
    for (const [index, { received }] of streams.entries()) {
      const ids = received.filter(({ event }) => event === 'timer').map(({ data }) => Number(data.id));
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
      expect(
        received
          .filter(({ event }) => event === 'timer')
          .every(({ data }) => data.timer?.title.startsWith(`${index}/`)),
      ).toBe(true);
    }
  });

  test('still shows a change when its notification was lost', async () => {
    const listening = await byKey(maya);
    // Of this database alone: other tests share the server.
    await world.database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = $1`,
      [`listen ${FEED_CHANNEL}`],
    );
    await start(maya);
    await eventually(() => expect(typesOf(listening)).toEqual(['timer.started']));
  });

  test('reaches a second window of the same person with the same events', async () => {
    const windows = await Promise.all([byKey(maya), byKey(maya), byKey(maya)]);
    const { timer } = await start(maya);
    await eventually(() => expect(windows.map(typesOf)).toEqual(windows.map(() => ['timer.started'])));
    expect(new Set(windows.map(({ received }) => received[1]?.data.timer?.id))).toEqual(new Set([timer.id]));
  });
});

describe('every fifteen seconds', () => {
  let secret: string;
  let reader: ReadableStreamDefaultReader<Uint8Array>;

  beforeEach(async () => {
    secret = await apiKeyFor(world, maya);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const response = await apiOf(world).request(`${APP_URL}/api/v1/stream`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    reader = (response.body as ReadableStream<Uint8Array>).getReader();
    expect(await next()).toMatch(/^event: hello\ndata: .*\nid: .*\nretry: 2000\n\n$/);
  });
  afterEach(async () => {
    await reader.cancel();
    vi.useRealTimers();
  });

  const next = async () => new TextDecoder().decode((await reader.read()).value);

  test('a ping carries the server’s time', async () => {
    const now = world.clock.advance(PING_MS).toISOString();
    await vi.advanceTimersByTimeAsync(PING_MS);
    const [event, data, id] = (await next()).split('\n');
    expect([event, data]).toEqual(['event: ping', `data: {"server_time":"${now}"}`]);
    expect(id?.replace('id: ', '')).toMatch(CURSOR);
  });

  test('the stream ends if its member was disabled meanwhile', async () => {
    await world.db.membership.updateMany({ where: { userId: maya.actor.userId }, data: { disabledAt: new Date() } });
    await vi.advanceTimersByTimeAsync(PING_MS);
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });
});

describe('changes of alarms', () => {
  const create = (ctx: Ctx) =>
    createAlarm(ctx, createAlarmInput.parse({ delay: '1h', url: 'https://example.com/hook' }));
  const alarmEventsOf = ({ received }: Listening) => received.filter(({ event }) => event === 'alarms');

  test('are reported in their workspace only, without naming the alarms', async () => {
    const leo = await world.member();
    const mine = await byKey(maya);
    const others = await byKey(leo);
    await create(maya);
    await eventually(() => expect(alarmEventsOf(mine)).toHaveLength(1));
    expect(alarmEventsOf(mine)[0]?.data).toEqual({ server_time: expect.any(String) });
    await create(leo);
    await eventually(() => expect(alarmEventsOf(others)).toHaveLength(1));
    expect(alarmEventsOf(mine)).toHaveLength(1);
  });

  test('are reported again when more alarms change at once', async () => {
    const mine = await byKey(maya);
    await create(maya);
    await eventually(() => expect(alarmEventsOf(mine)).toHaveLength(1));
    await Promise.all(Array.from({ length: 30 }, () => create(maya)));
    await eventually(() => expect(alarmEventsOf(mine).length).toBeGreaterThan(1));
  });

  test('by a person are reported one by one, also to keys that may see alarms only', async () => {
    const scopes = ['alarms:read'] as const;
    const watching = await subscribe({ authorization: `Bearer ${await apiKeyFor(world, maya, { scopes })}` });
    const { alarm } = await create(maya);
    await rescheduleAlarm(maya, { id: alarm.id, ifMatch: null }, rescheduleAlarmInput.parse({ delay: '2h' }));
    await abortAlarm(maya, { id: alarm.id, ifMatch: null });
    await start(maya);
    const received = () => watching.received.flatMap(({ event, data }) => (event === 'alarm' ? [data] : []));
    await eventually(() => expect(received()).toHaveLength(3));
    const facts = { id: alarm.id };
    expect(received()).toMatchObject([
      { type: 'alarm.created', alarm: facts },
      { type: 'alarm.rescheduled', alarm: facts },
      { type: 'alarm.aborted', alarm: facts },
    ]);
    expect(typesOf(watching)).toEqual([]);
  });

  test('are not reported to a key that may not see alarms', async () => {
    const blind = await subscribe({
      authorization: `Bearer ${await apiKeyFor(world, maya, { scopes: ['timers:read'] })}`,
    });
    const seeing = await byKey(maya);
    await create(maya);
    await eventually(() => expect(alarmEventsOf(seeing)).toHaveLength(1));
    expect(alarmEventsOf(blind)).toEqual([]);
  });
});

describe('the audit log', () => {
  const eventsIn = ({ received }: Listening) => received.filter(({ event }) => event === 'events');

  test('reports a new entry only to pages of people who may read it', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    // Signing in and creating a key are entries, too: both are done before the streams open.
    const [cookie, leosCookie, key] = [await cookieOf(maya), await cookieOf(leo), await apiKeyFor(world, maya)];
    const mine = await subscribe({ cookie });
    const theirs = await subscribe({ cookie: leosCookie });
    const keyed = await subscribe({ authorization: `Bearer ${key}` });
    const narrow = await subscribe({ cookie }, '?topics=timers');
    const { timer } = await start(maya);
    await eventually(() => expect(eventsIn(mine)).toHaveLength(1));
    expect(eventsIn(mine)[0]?.data).toEqual({ server_time: timer.startedAt.toISOString() });
    await start(leo);
    await eventually(() => expect([eventsIn(mine).length, eventsIn(theirs).length]).toEqual([2, 1]));
    expect([eventsIn(keyed), eventsIn(narrow)]).toEqual([[], []]);
  });
});

describe('changes of members', () => {
  const alarmEventsOf = ({ received }: Listening) => received.filter(({ event }) => event === 'members');
  const eventsOf = ({ received }: Listening) =>
    received.flatMap(({ event, data }) => (event === 'member' ? [data.type] : []));

  test('such as a new role or a started timer are reported to those who may see them', async () => {
    const owner = await ownerOf(maya);
    const { workspaceId } = maya.actor;
    const member = await world.member({ workspaceId, role: 'member' });
    const leo = await world.member({ workspaceId, role: 'member' });
    const all = await subscribe({ authorization: `Bearer ${await apiKeyFor(world, maya)}` }, '?topics=members');
    const some = await subscribe({ authorization: `Bearer ${await apiKeyFor(world, member)}` }, '?topics=members');
    await start(leo);
    await eventually(() => expect(alarmEventsOf(all)).toHaveLength(1));
    expect(alarmEventsOf(all)[0]?.data).toEqual({ server_time: expect.any(String) });
    await editMember(owner, { user_id: leo.actor.userId, role: 'admin' });
    await eventually(() => expect([alarmEventsOf(all).length, alarmEventsOf(some).length]).toEqual([2, 1]));
    expect([eventsOf(all), eventsOf(some)]).toEqual([['member.edited'], ['member.edited']]);
    expect(all.received.map(({ event }) => event)).not.toContain('timer');
  });

  test('of another workspace are not reported', async () => {
    const other = await world.member();
    const mine = await subscribe({ authorization: `Bearer ${await apiKeyFor(world, maya)}` }, '?topics=members');
    await start(other);
    await start(maya);
    await eventually(() => expect(alarmEventsOf(mine)).toHaveLength(1));
  });
});
