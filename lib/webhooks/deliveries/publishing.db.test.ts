import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { NO_CHANGE } from '#/lib/feed/events/event.ts';
import { EVENT_TYPES, type EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { currentType } from '#/lib/feed/events/stored-event.ts';
import { DELIVERIES_CHANNEL } from '#/lib/feed/notify/notify-deliveries-due.ts';
import { editEndpoint } from '#/lib/webhooks/endpoints/edit-endpoint.ts';
import { eventually } from '#/test/eventually.ts';
import { endpointWorld } from '#/test/webhooks/endpoints.ts';

let scene: Awaited<ReturnType<typeof endpointWorld>>;
let maya: Ctx;

beforeAll(async () => {
  scene = await endpointWorld();
});
beforeEach(async () => {
  await scene.truncate();
  maya = await scene.world.member();
});

const typesSentTo = async (endpointId: string) =>
  (await scene.deliveriesOf(endpointId)).map(({ event_type }) => currentType(event_type));

describe('an endpoint gets exactly the events it subscribed to', () => {
  test.each<[string[], (type: EventType) => boolean]>([
    [['*'], () => true],
    [['timer.*'], (type) => type.startsWith('timer.')],
    [['timer.stopped'], (type) => type === 'timer.stopped'],
    [['alarm.rescheduled', 'endpoint.resent'], (type) => ['alarm.rescheduled', 'endpoint.resent'].includes(type)],
    [
      ['alarm.dead', 'endpoint.*', 'ticket.created'],
      (type) => type === 'alarm.dead' || type.startsWith('endpoint.') || type === 'ticket.created',
    ],
    [['webhook_secret.rotated', 'member.*'], (type) => type === 'webhook_secret.rotated' || type.startsWith('member.')],
  ])('%j', async (wanted, isWanted) => {
    const { id } = await scene.subscribe(maya, { event_types: wanted });
    await scene.truncate();
    for (const type of EVENT_TYPES) await scene.publish(maya, type);
    expect(await typesSentTo(id)).toEqual(EVENT_TYPES.filter(isWanted));
  });

  test('independently of others: one event is one delivery to each endpoint that subscribed', async () => {
    const all = await scene.subscribe(maya);
    const timers = await scene.subscribe(maya, { event_types: ['timer.*'] });
    await scene.truncate();
    await scene.publish(maya, 'timer.started');
    await scene.publish(maya, 'ticket.created');
    expect(await typesSentTo(all.id)).toEqual(['timer.started', 'ticket.created']);
    expect(await typesSentTo(timers.id)).toEqual(['timer.started']);
  });
});

describe('an endpoint gets no events', () => {
  test('of another workspace', async () => {
    const { id } = await scene.subscribe(maya);
    await scene.truncate();
    await scene.publish(await scene.world.member(), 'timer.started');
    expect(await scene.deliveriesOf(id)).toEqual([]);
  });

  test('from the time it was disabled, even once enabled again', async () => {
    const { id } = await scene.subscribe(maya, { event_types: ['timer.*'] });
    await editEndpoint(maya, { id, ifMatch: null }, { enabled: false });
    await scene.publish(maya, 'timer.started');
    await editEndpoint(maya, { id, ifMatch: null }, { enabled: true });
    await scene.publish(maya, 'timer.stopped');
    expect(await typesSentTo(id)).toEqual(['timer.stopped']);
  });

  test('from before it was enabled, when it was created disabled', async () => {
    const { id } = await scene.subscribe(maya, { event_types: ['timer.*'], enabled: false });
    await scene.publish(maya, 'timer.started');
    await editEndpoint(maya, { id, ifMatch: null }, { enabled: true });
    await scene.publish(maya, 'timer.stopped');
    expect(await typesSentTo(id)).toEqual(['timer.stopped']);
  });

  test('of changes that were rolled back', async () => {
    const { id } = await scene.subscribe(maya, { event_types: ['timer.*'] });
    const undone = transaction(maya, async (inner) => {
      await recordEvent(inner, { type: 'timer.started', subjectId: newId(), userId: null, data: { ...NO_CHANGE } });
      throw new Error('the process is killed here');
    });
    await expect(undone).rejects.toThrow('killed');
    expect(await scene.deliveriesOf(id)).toEqual([]);
  });
});

test('events and deliveries match, whatever fails and however many writers run at once', async () => {
  const { id } = await scene.subscribe(maya, { event_types: ['ticket.created'] });
  const others = await Promise.all(
    Array.from({ length: 7 }, () => scene.world.member({ workspaceId: maya.actor.workspaceId })),
  );
  const writes = Array.from({ length: 240 }, (_, index) =>
    transaction([maya, ...others][index % 8] as Ctx, async (inner) => {
      await recordEvent(inner, {
        type: 'ticket.created',
        subjectId: newId(),
        userId: null,
        data: { ...NO_CHANGE, index },
      });
      if (index % 3 === 0) throw new Error('too bad');
      if (index % 3 === 1) await inner.tx.$queryRaw`select pg_terminate_backend(pg_backend_pid())`;
    }),
  );
  const outcomes = await Promise.allSettled(writes);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(80);
  const events = await scene.query<{ id: string }>(
    "select id::text from events where workspace_id = $1 and type = 'ticket.created' order by events.id",
    [maya.actor.workspaceId],
  );
  const sent = (await scene.deliveriesOf(id)).map(({ event_id }) => event_id);
  expect(sent).toEqual(events.map((event) => event.id));
  expect(sent).toHaveLength(80);
});

test('workers are notified of an event that an endpoint wants after the commit, and of no other', async () => {
  await scene.subscribe(maya, { event_types: ['timer.started'] });
  const listener = await scene.world.database.pool.connect();
  const received: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => received.push(payload));
  await listener.query(`listen ${DELIVERIES_CHANNEL}`);
  const record = (type: EventType, fails = false) =>
    transaction(maya, async (inner) => {
      await recordEvent(inner, { type, subjectId: newId(), userId: null, data: { ...NO_CHANGE } });
      if (fails) throw new Error('taken back');
    });
  try {
    await record('timer.paused');
    await expect(record('timer.started', true)).rejects.toThrow('taken back');
    const later = scene.world.clock.advance(MINUTE_MS);
    await record('timer.started');
    // Other notifications would have arrived by now, or be in the same message, which carries the earliest time.
    await eventually(() => expect(received).toEqual([later.toISOString()]));
  } finally {
    listener.release(true);
  }
});
