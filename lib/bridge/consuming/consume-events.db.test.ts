// cspell:words cmin
import { beforeAll, describe, expect, test } from 'vitest';
import { consumeEvents, type SourceBroker } from '#/lib/bridge/consuming/consume-events.ts';
import { purgeConsumedEvents } from '#/lib/bridge/consuming/purge-consumed-events.ts';
import { MAX_DELIVERIES } from '#/lib/bridge/consuming/verdict.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { testWorld, type World } from '#/test/world.ts';

const SOURCE = 'https://orders.example.com';
const NOT_THERE = 'There is no such alarm in this workspace.';

let world: World;

beforeAll(async () => {
  world = await testWorld();
});

type Row = {
  id: string;
  name: string | null;
  url: string | null;
  payload: unknown;
  settings: object;
  created_by: string;
};

/** A broker in a workspace of its own, and a consumer of its events. */
async function scene(change: Partial<SourceBroker> = {}) {
  const { actor } = await world.member();
  const broker: SourceBroker = {
    id: newId(),
    workspaceId: actor.workspaceId,
    createdBy: actor.userId,
    dialect: 'timer-service',
    inputTarget: 'timers.in',
    outputTarget: 'timers.out',
    ...change,
  };
  const ctx = { db: world.db, clock: world.clock, requestId: null };
  const { workspaceId } = actor;
  const rows = async <T extends object>(text: string) => (await world.database.pool.query<T>(text, [workspaceId])).rows;
  return {
    broker,
    consume: (messages: readonly Message[]) => consumeEvents(ctx, broker, messages),
    kinds: async (messages: readonly Message[]) => (await consumeEvents(ctx, broker, messages)).map(({ kind }) => kind),
    alarms: () =>
      rows<Row>('select * from alarms where workspace_id = $1 and endpoint_id is null order by created_at, id'),
    ended: () => rows<{ status: string }>('select * from alarm_history where workspace_id = $1 order by finished_at'),
    consumed: () =>
      rows<{ event_id: string; alarm_id: string }>(
        'select * from consumed_events where workspace_id = $1 order by event_id',
      ),
  };
}

type Message = { body: string; headers: Record<string, string>; deliveries: number };

function message(type: string, id: string, change: Record<string, unknown> = {}, deliveries = 1): Message {
  const body = JSON.stringify({ specversion: '1.0', id, source: SOURCE, type, ...change });
  return { body, headers: {}, deliveries };
}

function scheduled(id: string, data: Record<string, unknown> = {}, deliveries = 1): Message {
  return message('timer.scheduled', id, { data: { delay: '1h', ...data } }, deliveries);
}

/** `ALARM_LEASE_SECONDS` at one delivery a second, which is longer than any attempt. */
const DELIVERIES_OF_A_LEASE = 30;

/** A worker is sending this alarm. */
async function fire(id: string | undefined): Promise<void> {
  await world.database.pool.query(
    "update alarms set status = 'firing', attempts = 1, lease_until = now() + interval '1 hour' where id = $1",
    [id],
  );
}

const POISON = { body: 'poison', headers: {}, deliveries: 1 };

describe('Events that schedule', () => {
  test('become one alarm each, which fires as an event to the broker they came from', async () => {
    const { consume, alarms, consumed, broker } = await scene();
    const verdicts = await consume([
      scheduled('1', { name: 'Tea', payload: { kettle: 1 } }),
      scheduled('2', { target: 'a/b' }),
    ]);
    expect(verdicts).toEqual([{ kind: 'created' }, { kind: 'created' }]);
    const [first, second] = await alarms();
    expect(first).toMatchObject({
      name: 'Tea',
      payload: { kettle: 1 },
      url: `broker://${broker.id}/timers.out`,
      settings: {},
      created_by: broker.createdBy,
    });
    expect(second?.url).toBe(`broker://${broker.id}/a/b`);
    expect(await consumed()).toMatchObject([
      { event_id: '1', alarm_id: first?.id },
      { event_id: '2', alarm_id: second?.id },
    ]);
  });

  test('of one batch are inserted by one statement', async () => {
    const { kinds, broker } = await scene();
    await kinds(Array.from({ length: 50 }, (_, at) => scheduled(String(at))));
    for (const table of ['alarms', 'consumed_events']) {
      const { rows } = await world.database.pool.query(
        `select count(*)::int as rows, count(distinct (xmin::text, cmin::text))::int as statements
         from ${table} where workspace_id = $1`,
        [broker.workspaceId],
      );
      expect(rows, table).toEqual([{ rows: 50, statements: 1 }]);
    }
  });

  test('fire to another broker of the workspace if they name one', async () => {
    const { consume, alarms, broker } = await scene();
    const others = [broker, (await scene()).broker].map(({ workspaceId, createdBy }, at) => {
      const id = newId();
      const data = { id, workspaceId, createdBy, name: `other-${at}`, kind: 'redis', sealedUrl: '' };
      return world.db.broker.create({ data: { ...data, outputTarget: 'elsewhere' } });
    });
    const [own] = await Promise.all(others);
    const foreign = scheduled('2', { broker: 'other-1' });
    const verdicts = await consume([scheduled('1', { broker: 'other-0' }), foreign]);
    expect(verdicts).toEqual([
      { kind: 'created' },
      {
        kind: 'dead',
        key: { source: SOURCE, id: '2' },
        reason: 'data.broker: is no broker of this workspace. GET /brokers lists them',
      },
    ]);
    expect(await alarms()).toMatchObject([{ url: `broker://${own?.id}/elsewhere` }]);
  });

  test('call a URL if they name one', async () => {
    const { kinds, alarms } = await scene({ outputTarget: null });
    expect(await kinds([scheduled('1', { url: 'https://example.com/hook' })])).toEqual(['created']);
    expect(await alarms()).toMatchObject([{ url: 'https://example.com/hook', settings: {} }]);
  });

  test('become one alarm however often they are delivered, at once or later', async () => {
    const { kinds, alarms } = await scene();
    expect(await kinds([scheduled('1'), scheduled('1'), scheduled('2')])).toEqual(['created', 'repeated', 'created']);
    expect(await kinds([scheduled('2'), scheduled('1'), scheduled('3')])).toEqual(['repeated', 'repeated', 'created']);
    expect(await alarms()).toHaveLength(3);
  });

  test('become one alarm each when many consumers receive them at once', async () => {
    const { consume, alarms } = await scene();
    const events = Array.from({ length: 60 }, (_, at) => scheduled(String(at), { name: String(at) }));
    const batches = Array.from({ length: 8 }, (_, at) => [...events.slice(at * 5), ...events.slice(0, at * 5)]);
    const verdicts = (await Promise.all([...batches, events.toReversed()].map((batch) => consume(batch)))).flat();
    expect(verdicts.filter(({ kind }) => kind === 'created')).toHaveLength(60);
    expect(verdicts.filter(({ kind }) => kind === 'repeated')).toHaveLength(60 * 8);
    expect(new Set((await alarms()).map(({ name }) => name)).size).toBe(60);
    expect(await alarms()).toHaveLength(60);
  });

  test('of another source or workspace are separate events, even with the same id', async () => {
    const [one, other] = [await scene(), await scene()];
    const elsewhere = message('timer.scheduled', '1', { source: '/another', data: { delay: '1h' } });
    expect(await one.kinds([scheduled('1'), elsewhere])).toEqual(['created', 'created']);
    expect(await other.kinds([scheduled('1')])).toEqual(['created']);
  });

  test('do not affect the others of their batch when they create no alarm', async () => {
    const { consume, alarms, consumed } = await scene();
    const verdicts = await consume([
      scheduled('1'),
      POISON,
      scheduled('2', { delay: 'soon' }),
      scheduled('3', { url: 'https://10.0.0.1' }),
      scheduled('4', { delay_ms: 5 }),
      message('timer.schedule', '5'),
      scheduled('6'),
    ]);
    expect(verdicts).toMatchObject([
      { kind: 'created' },
      { kind: 'dead', key: null, reason: expect.stringContaining('not a CloudEvents 1.0 event') },
      {
        kind: 'dead',
        key: { source: SOURCE, id: '2' },
        reason: expect.stringContaining('data.delay: must be a duration'),
      },
      { kind: 'dead', reason: expect.stringContaining('data.url: The address is not on the public internet') },
      { kind: 'dead', reason: 'data.delay_ms: can’t be combined with delay' },
      { kind: 'dead', reason: expect.stringContaining('Events of type timer.schedule aren’t supported.') },
      { kind: 'created' },
    ]);
    expect(await alarms()).toHaveLength(2);
    expect((await consumed()).map(({ event_id }) => event_id)).toEqual(['1', '6']);
  });

  test('do not affect the others of their batch when the database rejects them', async () => {
    const { kinds, alarms, consumed } = await scene();
    await world.database.pool.query(`
      create or replace function reject_it() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create or replace trigger reject_it before insert on alarms for each row when (new.name = 'rejected')
        execute function reject_it()`);
    const batch = [scheduled('1'), scheduled('2', { name: 'rejected' }), scheduled('3')];
    expect(await kinds(batch)).toEqual(['created', 'retry', 'created']);
    const last = scheduled('2', { name: 'rejected' }, MAX_DELIVERIES);
    expect(await kinds([scheduled('1'), last, scheduled('3')])).toEqual(['repeated', 'dead', 'repeated']);
    expect(await alarms()).toHaveLength(2);
    expect(await consumed()).toHaveLength(2);
  });

  test('are rejected without a destination', async () => {
    const { consume } = await scene({ outputTarget: null });
    expect(await consume([scheduled('1')])).toMatchObject([
      { kind: 'dead', reason: expect.stringContaining('names no url and no target') },
    ]);
  });

  test('follow the rules of external ids', async () => {
    const { consume, kinds, alarms, consumed } = await scene();
    await kinds([scheduled('1', { external_id: 'order-7', name: 'first' })]);
    const verdicts = await consume([
      scheduled('2', { external_id: 'order-7', name: 'first' }),
      scheduled('3', { external_id: 'order-7', name: 'second' }),
      scheduled('4', { external_id: 'order-7', name: 'third', on_conflict: 'replace' }),
    ]);
    expect(verdicts).toMatchObject([
      { kind: 'created' },
      { kind: 'dead', reason: 'data.external_id: belongs to another alarm' },
      { kind: 'created' },
    ]);
    const [alarm, ...others] = await alarms();
    expect(others).toEqual([]);
    expect(alarm?.name).toBe('third');
    expect(await consumed()).toMatchObject(['1', '2', '4'].map((event_id) => ({ event_id, alarm_id: alarm?.id })));
  });

  test('fire at once when their time has passed', async () => {
    const { kinds, alarms } = await scene();
    expect(await kinds([scheduled('1', { delay: undefined, fire_at: '2020-01-01T00:00:00Z' })])).toEqual(['created']);
    expect(await alarms()).toMatchObject([{ settings: { misfire: 'fire' }, due_at: new Date('2020-01-01T00:00:00Z') }]);
  });

  test('keep their exact payload in the other dialect', async () => {
    const { consume, alarms } = await scene({ dialect: 'flunq' });
    const body = `{"specversion":"1.0","id":"1","source":"/worker","type":"io.flunq.timer.scheduled",
      "data":{"tenant_id":"tenant-123","task_name":"wait-step","duration_ms":5000.0}}`;
    const others = message('io.flunq.task.requested', '2');
    expect(await consume([{ body, headers: {}, deliveries: 1 }, others])).toEqual([
      { kind: 'created' },
      { kind: 'skipped' },
    ]);
    const text = await world.database.pool.query('select payload::text from alarms where id = $1', [
      (await alarms())[0]?.id,
    ]);
    expect(text.rows[0].payload).toBe('{"tenant_id":"tenant-123","task_name":"wait-step","duration_ms":5000.0}');
  });
});

describe('Events that change an alarm', () => {
  test.each<[string, (id: string) => Record<string, unknown>]>([
    ['its id', (id) => ({ data: { alarm_id: id } })],
    ['its external id', () => ({ data: { external_id: 'order-7' } })],
    ['the event that scheduled it', () => ({ data: { event_id: '1' } })],
    ['its id as subject', (id) => ({ subject: id })],
    ['its external id as subject', () => ({ subject: 'order-7' })],
  ])('identify it by %s', async (_way, naming) => {
    const { kinds, alarms, ended } = await scene();
    await kinds([scheduled('1', { external_id: 'order-7' })]);
    const [before] = await alarms();
    const names = naming(before?.id as string);
    const data = { ...(names.data as object), fire_at: '2036-01-01T00:00:00Z' };
    expect(await kinds([message('timer.rescheduled', '2', { ...names, data })])).toEqual(['rescheduled']);
    expect(await alarms()).toMatchObject([{ id: before?.id, due_at: new Date('2036-01-01T00:00:00Z') }]);
    expect(await kinds([message('timer.canceled', '3', names)])).toEqual(['canceled']);
    expect(await ended()).toMatchObject([{ id: before?.id, status: 'aborted' }]);
  });

  test('take effect in the order in which they arrived', async () => {
    const { kinds, alarms, ended } = await scene();
    const cancel = (id: string) => message('timer.canceled', id, { subject: 'order-7' });
    const batch = [
      scheduled('1', { external_id: 'order-7', name: 'first' }),
      cancel('2'),
      scheduled('3', { external_id: 'order-7', name: 'second' }),
    ];
    expect(await kinds(batch)).toEqual(['created', 'canceled', 'created']);
    expect(await alarms()).toMatchObject([{ name: 'second' }]);
    expect(await kinds(batch)).toEqual(['repeated', 'repeated', 'repeated']);
    expect(await alarms()).toMatchObject([{ name: 'second' }]);
    expect(await ended()).toHaveLength(1);
  });

  test('wait for an alarm that does not exist yet, and finally become dead letters', async () => {
    const { consume, kinds, consumed } = await scene();
    for (let deliveries = 1; deliveries < MAX_DELIVERIES; deliveries += 1) {
      const cancel = message('timer.canceled', '2', { subject: 'order-7' }, deliveries);
      expect(await consume([cancel])).toMatchObject([{ kind: 'retry', reason: expect.stringContaining(NOT_THERE) }]);
    }
    expect(await consumed()).toEqual([]);
    const last = message('timer.canceled', '2', { subject: 'order-7' }, MAX_DELIVERIES);
    expect(await consume([last])).toMatchObject([
      { kind: 'dead', key: { id: '2' }, reason: expect.stringContaining(NOT_THERE) },
    ]);
    await kinds([scheduled('1', { external_id: 'order-7' })]);
    expect(await kinds([last])).toEqual(['canceled']);
  });

  test('of another workspace are not found', async () => {
    const [one, other] = [await scene(), await scene()];
    await one.kinds([scheduled('1', { external_id: 'order-7' })]);
    const [alarm] = await one.alarms();
    for (const names of [{ subject: alarm?.id }, { subject: 'order-7' }, { data: { event_id: '1' } }]) {
      expect(await other.kinds([message('timer.canceled', newId(), names)])).toEqual(['retry']);
    }
    expect(await one.alarms()).toHaveLength(1);
  });

  test('leave an alarm that has ended alone, and wait for one that is being sent', async () => {
    const { kinds, alarms } = await scene();
    await kinds([scheduled('1', { external_id: 'a' }), scheduled('2', { external_id: 'b' })]);
    await kinds([message('timer.canceled', '3', { subject: 'a' })]);
    const again = { subject: 'a', data: { delay: '2h' } };
    expect(await kinds([message('timer.rescheduled', '4', again)])).toEqual(['too_late']);
    await fire((await alarms())[0]?.id);
    const cancel = (deliveries: number) => message('timer.canceled', '5', { subject: 'b' }, deliveries);
    expect(await kinds([cancel(1)])).toEqual(['retry']);
    expect(await kinds([cancel(DELIVERIES_OF_A_LEASE)])).toEqual(['retry']);
    expect(await kinds([cancel(DELIVERIES_OF_A_LEASE + MAX_DELIVERIES)])).toEqual(['dead']);
  });

  test('replace an alarm that is being sent once it has been sent', async () => {
    const { kinds, alarms, consumed } = await scene();
    await kinds([scheduled('1', { external_id: 'a' })]);
    const id = (await alarms())[0]?.id;
    await fire(id);
    const replace = (deliveries: number) =>
      scheduled('2', { external_id: 'a', name: 'second', on_conflict: 'replace' }, deliveries);
    expect(await kinds([replace(1), scheduled('3')])).toEqual(['retry', 'created']);
    expect(await kinds([replace(DELIVERIES_OF_A_LEASE)])).toEqual(['retry']);
    expect(await kinds([replace(DELIVERIES_OF_A_LEASE + MAX_DELIVERIES)])).toEqual(['dead']);
    await world.database.pool.query(
      "update alarms set status = 'scheduled', attempts = 0, lease_until = null where id = $1",
      [id],
    );
    expect(await kinds([replace(2)])).toEqual(['created']);
    expect((await consumed()).map(({ event_id }) => event_id)).toEqual(['1', '2', '3']);
  });

  test('are rejected with invalid times', async () => {
    const { consume, kinds } = await scene();
    await kinds([scheduled('1', { external_id: 'a' })]);
    const two = { subject: 'a', data: { delay: '2h', delay_ms: 5 } };
    expect(await consume([message('timer.rescheduled', '2', two)])).toMatchObject([
      { kind: 'dead', reason: 'data.delay_ms: can’t be combined with delay' },
    ]);
  });
});

test('Records of events are kept as long as finished alarms are, and while theirs are open', async () => {
  const { kinds, consumed, broker } = await scene();
  await kinds([scheduled('open'), scheduled('over', { external_id: 'o' }), scheduled('new', { external_id: 'n' })]);
  await kinds([message('timer.canceled', 'c1', { subject: 'o' }), message('timer.canceled', 'c2', { subject: 'n' })]);
  await world.database.pool.query(
    "update consumed_events set consumed_at = $2 where workspace_id = $1 and event_id <> 'new'",
    [broker.workspaceId, new Date((await world.clock.now()).getTime() - 40 * DAY_MS)],
  );
  await purgeConsumedEvents({ db: world.db, clock: world.clock, requestId: null }, { batch: 1 });
  expect((await consumed()).map(({ event_id }) => event_id)).toEqual(['new', 'open']);
});
