import { EventSource } from 'eventsource';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { abortAlarm } from '#/lib/alarms/alarms/abort-alarm.ts';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { MAX_MISSED } from '#/lib/feed/subscription/subscribe-to-feed.ts';
import { archiveTicket } from '#/lib/tracking/tickets/archive-ticket.ts';
import { createTicket } from '#/lib/tracking/tickets/create-ticket.ts';
import { pinTicket } from '#/lib/tracking/tickets/pin-ticket.ts';
import { createTicketInput } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { startTimer } from '#/lib/tracking/timers/start-timer.ts';
import { startTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';
import { apiFor, apiKeyFor } from '#/test/api-client.ts';
import { type ApiServer, serveApi } from '#/test/api-server.ts';
import { eventually } from '#/test/eventually.ts';
import { byNumber, FeedWriters, seeded } from '#/test/feed-writers.ts';
import { scaled } from '#/test/scale.ts';
import { imported, undone } from '#/test/tracking/imports.ts';
import { testWorld, type World } from '#/test/world.ts';

/** How often the client connects and disconnects. */
const LIVES = scaled(6, 60);

let world: World;
let server: ApiServer;
let maya: Ctx;
const opened: EventSource[] = [];

beforeAll(async () => {
  world = await testWorld({ connections: 40 });
  process.env.DATABASE_URL = world.database.url;
  server = await serveApi(world);
});
beforeEach(async () => {
  maya = await world.member();
});
afterEach(() => {
  for (const source of opened.splice(0)) source.close();
});

type ReceivedRequest = {
  event: string;
  cursor: string;
  data: { id?: string; type?: string; timer?: { title: string } };
};

/** A stream of this person's key, and what it has received so far. */
async function subscribe(ctx: Ctx, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const authorization = `Bearer ${await apiKeyFor(world, ctx)}`;
  const received: ReceivedRequest[] = [];
  const source = new EventSource(`${server.url}/stream?${new URLSearchParams(query)}`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, authorization, ...headers } }),
  });
  opened.push(source);
  for (const event of ['hello', 'reset', 'timer', 'ticket', 'project', 'import', 'alarm']) {
    source.addEventListener(event, ({ data, lastEventId }) =>
      received.push({ event, cursor: lastEventId, data: JSON.parse(data) }),
    );
  }
  await eventually(() => expect(received[0]?.event).toBe('hello'));
  return { received, source, close: () => source.close() };
}

const start = (ctx: Ctx, title: string) => startTimer(ctx, startTimerInput.parse({ title, on_conflict: 'switch' }));
const eventsIn = (received: ReceivedRequest[]) =>
  received.flatMap(({ event, data }) => (event === 'timer' ? [`${data.type} ${data.timer?.title}`] : []));
const idsOf = (received: ReceivedRequest[]) => received.flatMap(({ data }) => data.id ?? []);

/** All events of the person's timers, by id, as the table has them. */
async function feedOf(ctx: Ctx): Promise<string[]> {
  const { rows } = await world.database.pool.query(
    `select id::text from events where workspace_id = $1 and user_id = $2 and type like 'timer.%' order by events.id`,
    [ctx.actor.workspaceId, ctx.actor.userId],
  );
  return rows.map(({ id }) => id);
}

describe('a stream that reconnects', () => {
  test.each(['Last-Event-ID', 'last_event_id'])('with %s receives missed events once, then new ones', async (how) => {
    const first = await subscribe(maya);
    await start(maya, 'Heard');
    await eventually(() => expect(eventsIn(first.received)).toEqual(['timer.started Heard']));
    first.close();
    await start(maya, 'Missed');
    const cursor = first.received.at(-1)?.cursor ?? '';
    const isHeader = how === 'Last-Event-ID';
    const again = await subscribe(maya, isHeader ? {} : { [how]: cursor }, isHeader ? { [how]: cursor } : {});
    await start(maya, 'Live');
    await eventually(() =>
      expect(eventsIn(again.received)).toEqual([
        'timer.stopped Heard',
        'timer.started Missed',
        'timer.stopped Missed',
        'timer.started Live',
      ]),
    );
    expect(again.received.some(({ event }) => event === 'reset')).toBe(false);
  });

  test('that had received only the greeting misses nothing either', async () => {
    const first = await subscribe(maya);
    first.close();
    await start(maya, 'Missed');
    const again = await subscribe(maya, {}, { 'last-event-id': first.received[0]?.cursor ?? '' });
    await eventually(() => expect(eventsIn(again.received)).toEqual(['timer.started Missed']));
  });

  test('by itself, as a browser does when the connection is cut', async () => {
    const { received } = await subscribe(maya);
    await start(maya, 'Before');
    await eventually(() => expect(eventsIn(received)).toHaveLength(1));
    server.server.closeAllConnections();
    await start(maya, 'While away');
    await start(maya, 'And more');
    await eventually(() => expect(idsOf(received)).toHaveLength(5));
    expect(idsOf(received)).toEqual(await feedOf(maya));
  });

  test('receives nothing about others, however much they did meanwhile', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId });
    const first = await subscribe(maya);
    first.close();
    await start(leo, 'His');
    await start(maya, 'Mine');
    const again = await subscribe(maya, {}, { 'last-event-id': first.received[0]?.cursor ?? '' });
    await eventually(() => expect(eventsIn(again.received)).toEqual(['timer.started Mine']));
  });

  test.each([
    ['from another product', '1234'],
    ['of another database, ahead of this one', 'zzzzzzzzz.1.'],
    ['that this service did not write', '{"a": 1}'],
  ])('with a cursor %s gets a reset, and continues from there', async (_what, cursor) => {
    const { received } = await subscribe(maya, {}, { 'last-event-id': cursor });
    await eventually(() => expect(received[1]?.event).toBe('reset'));
    await start(maya, 'After');
    await eventually(() => expect(eventsIn(received)).toEqual(['timer.started After']));
    const again = await subscribe(maya, {}, { 'last-event-id': received[1]?.cursor ?? '' });
    await eventually(() => expect(eventsIn(again.received)).toEqual(['timer.started After']));
  });

  test('after more events than are replayed gets a reset', async () => {
    const first = await subscribe(maya);
    first.close();
    const fill = (count: number) =>
      world.database.pool.query(
        `insert into events (workspace_id, type, subject_id, actor, data)
         select $1, 'alarm.fired', $1, '{}', '{}' from generate_series(1, $2::int)`,
        [maya.actor.workspaceId, count],
      );
    await fill(MAX_MISSED);
    const cursor = first.received[0]?.cursor ?? '';
    const near = await subscribe(maya, { topics: 'alarms' }, { 'last-event-id': cursor });
    await eventually(() => expect(near.received).toHaveLength(1 + MAX_MISSED));
    near.close();
    await fill(1);
    const far = await subscribe(maya, { topics: 'alarms' }, { 'last-event-id': cursor });
    await eventually(() => expect(far.received.map(({ event }) => event)).toEqual(['hello', 'reset']));
  });
});

test('a client that reconnects often while many commit out of order ends with exactly the feed', async () => {
  const { workspaceId, userId } = maya.actor;
  const writers = new FeedWriters(world.database.pool, { workspaceId, userId }, 3);
  const random = seeded(7);
  const received: ReceivedRequest[] = [];
  const first = await subscribe(maya);
  first.close();
  let cursor = first.received[0]?.cursor ?? '';
  for (let connection = 0; connection < LIVES || received.length < writers.committed.length; connection += 1) {
    const isWriting = connection < LIVES;
    for (let count = 0; isWriting && count < 3; count += 1) await writers.begin();
    await writers.endAllBut(isWriting ? 5 : 0);
    const stream = await subscribe(maya, { last_event_id: cursor });
    await writers.endAllBut(isWriting ? 3 : 0);
    const most = 1 + Math.floor(random() * 12);
    const wanted = Math.min(most, writers.committed.length - received.length);
    await eventually(() => expect(idsOf(stream.received).length).toBeGreaterThanOrEqual(wanted));
    stream.close();
    // Simulates a client that crashes here: anything else that had arrived is lost.
    const remaining = stream.received.filter(({ data }) => data.id).slice(0, wanted);
    expect(stream.received.some(({ event }) => event === 'reset')).toBe(false);
    received.push(...remaining);
    cursor = remaining.at(-1)?.cursor ?? cursor;
  }
  expect(idsOf(received).toSorted(byNumber)).toEqual(await feedOf(maya));
  expect(idsOf(received)).not.toEqual(await feedOf(maya));
  expect(received.length).toBeGreaterThan(4 * LIVES);
  await writers.endAllBut(0);
});

describe('topics', () => {
  const create = (name: string) =>
    createAlarm(maya, createAlarmInput.parse({ delay: '1h', url: 'https://example.com/hook', name }));

  test('everyone’s timers, for callers who may see them', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const { received } = await subscribe(maya, { topics: 'workspace_timers' });
    await start(leo, 'His');
    await start(maya, 'Mine');
    await eventually(() => expect(eventsIn(received)).toEqual(['timer.started His', 'timer.started Mine']));
    const api = await apiFor(world, leo);
    const rejected = await api<{ required_scope: string }>('GET', '/stream?topics=timers,workspace_timers');
    expect([rejected.status, rejected.body.required_scope]).toEqual([403, 'timers:read_all']);
  });

  test('one alarm, and alarms of one name', async () => {
    const [one, two, three] = await Promise.all([
      create('Backup, nightly'),
      create('Backup, nightly'),
      create('Other'),
    ]);
    const byId = await subscribe(maya, { topics: `alarm:${one.alarm.id}` });
    const byName = await subscribe(maya, { topics: 'alarms:Backup%2C nightly' });
    for (const { alarm } of [three, two, one]) await abortAlarm(maya, { id: alarm.id, ifMatch: null });
    const alarms = ({ received }: { received: ReceivedRequest[] }) =>
      received.flatMap(({ data }) => (data as { alarm?: { id: string } }).alarm?.id ?? []);
    await eventually(() => expect(alarms(byName)).toEqual([two.alarm.id, one.alarm.id]));
    await eventually(() => expect(alarms(byId)).toEqual([one.alarm.id]));
  });

  test('tickets and projects changed by anyone, and the caller’s own pins', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const topics = { topics: 'tickets,projects' };
    const [hers, theirs] = await Promise.all([subscribe(maya, topics), subscribe(leo, topics)]);
    await createTicket(maya, createTicketInput.parse({ key: 'API-1', project: 'Public API' }));
    await pinTicket(leo, 'API-1');
    await archiveTicket(maya, 'API-1');
    const names = ({ received }: { received: ReceivedRequest[] }) =>
      received.filter(({ event }) => event !== 'hello').map(({ event, data }) => `${event} ${data.type}`);
    const both = ['project project.created', 'ticket ticket.created'];
    await eventually(() => expect(names(hers)).toEqual([...both, 'ticket ticket.archived']));
    await eventually(() => expect(names(theirs)).toEqual([...both, 'ticket ticket.pinned', 'ticket ticket.archived']));
  });

  test('an import of the caller’s own time, applied and undone, and others’ only with timers:read_all', async () => {
    const leo = await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' });
    const [hers, theirs] = await Promise.all([
      subscribe(maya, { topics: 'imports' }),
      subscribe(leo, { topics: 'imports' }),
    ]);
    const row = 'start,end\n2026-03-04T08:00:00Z,2026-03-04T09:00:00Z';
    await undone(maya, await imported(maya, row));
    await imported(leo, row);
    const names = ({ received }: { received: ReceivedRequest[] }) =>
      received.filter(({ event }) => event !== 'hello').map(({ event, data }) => `${event} ${data.type}`);
    const own = ['import import.applied', 'import import.undone'];
    await eventually(() => expect(names(hers)).toEqual([...own, 'import import.applied']));
    await eventually(() => expect(names(theirs)).toEqual(['import import.applied']));
  });

  test('an event of several topics is sent once', async () => {
    const { received } = await subscribe(maya, { topics: 'timers,workspace_timers' });
    await start(maya, 'One');
    await start(maya, 'Two');
    await eventually(() => expect(eventsIn(received)).toHaveLength(3));
    expect(new Set(idsOf(received)).size).toBe(3);
  });

  test.each(['topics=nonsense', 'topics=', 'topics=alarm:17', 'since=3'])('%s is rejected', async (query) => {
    const api = await apiFor(world, maya);
    expect((await api('GET', `/stream?${query}`)).status).toBe(400);
  });
});
