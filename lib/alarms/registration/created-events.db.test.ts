import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import { createAlarms } from '#/lib/alarms/registration/create-alarms.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
});

const input = (body: object = {}) => createAlarmInput.parse({ delay: '1h', output_mode: 'event', ...body });
const make = (body: object = {}, ctx = maya) => createAlarm(ctx, input(body));
const times = <T>(count: number, work: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => work(n));

/** The feed of this person's workspace, oldest first. */
async function reported(ctx = maya) {
  const { rows } = await world.database.pool.query(
    'select type, subject_id, user_id, actor, data, request_id from events where workspace_id = $1 order by id',
    [ctx.actor.workspaceId],
  );
  return rows;
}

test('the event of one alarm has the alarm, its creator and the request', async () => {
  const { alarm } = await make(
    { name: 'invoice', external_id: 'INV-1', fire_at: '2030-01-01T00:00:00.000001Z', delay: undefined },
    { ...maya, requestId: 'r1' },
  );
  expect(await reported()).toEqual([
    {
      type: 'alarm.created',
      subject_id: alarm.id,
      user_id: null,
      actor: { kind: 'session', id: expect.any(String), user_id: maya.actor.userId },
      data: {
        alarm: {
          id: alarm.id,
          status: 'scheduled',
          due_at: '2030-01-01T00:00:00.000001Z',
          version: 1,
          attempts: 0,
          end_reason: null,
          name: 'invoice',
          external_id: 'INV-1',
          url: null,
        },
        before: null,
        after: { status: 'scheduled' },
      },
      request_id: 'r1',
    },
  ]);
});

test('a batch has one event with its new alarms in order', async () => {
  await make({ external_id: 'b', name: 'b' });
  const created = await createAlarms(
    { ...maya, requestId: 'r2' },
    ['a', 'b', 'c', 'a'].map((external_id) => input({ external_id, name: external_id })),
    false,
  );
  const [a, , c] = created as { alarm: { id: string } }[];
  const [, batch] = await reported();
  expect(batch).toMatchObject({
    type: 'alarm.created',
    subject_id: maya.actor.workspaceId,
    data: {
      alarm_ids: [a?.alarm.id, c?.alarm.id],
      names: ['a', 'c'],
      request_ids: ['r2'],
      before: null,
      after: { count: 2 },
    },
    request_id: 'r2',
  });
});

test('a single new alarm among several has an event of its own, with its request', async () => {
  await make({ external_id: 'x', name: 'x' });
  const requested = ['x', 'y'].map((external_id) =>
    make({ external_id, name: external_id }, { ...maya, requestId: external_id }),
  );
  const [, made] = await Promise.all(requested);
  const [, event, ...more] = await reported();
  expect(event).toMatchObject({ subject_id: made?.alarm.id, data: { alarm: { external_id: 'y' } }, request_id: 'y' });
  expect(more).toEqual([]);
});

test('a create that finds an existing alarm records no event', async () => {
  await make({ external_id: 'once' });
  await make({ external_id: 'once' });
  await createAlarms(maya, [input({ external_id: 'once' })], false);
  expect(await reported()).toHaveLength(1);
});

test('the event of an alarm that ends at creation says how it ended', async () => {
  await make({ fire_at: '2020-01-01T00:00:00Z', delay: undefined, misfire: 'skip' });
  expect(await reported()).toMatchObject([
    { data: { before: null, after: { status: expect.not.stringMatching('scheduled') } } },
  ]);
});

test('three hundred alarms of three callers at once have events per caller, each alarm once, with its request', async () => {
  const leo = await world.member({ workspaceId: maya.actor.workspaceId });
  const outsider = await world.member();
  const callers = [maya, leo, outsider];
  const created = await Promise.all(
    times(300, (n) => make({ name: `${n}` }, { ...(callers[n % 3] as Ctx), requestId: `r${n}` })),
  );
  const events = [...(await reported()), ...(await reported(outsider))];
  expect(events).toHaveLength(3);
  for (const [index, caller] of callers.entries()) {
    const own = created.flatMap(({ alarm }, n) => (n % 3 === index ? alarm.id : []));
    const event = events.find(({ actor }) => actor.user_id === caller.actor.userId);
    expect(event).toMatchObject({
      subject_id: caller.actor.workspaceId,
      data: { alarm_ids: own, after: { count: 100 } },
    });
    expect(new Set(event.data.request_ids)).toEqual(new Set(times(100, (n) => `r${n * 3 + index}`)));
  }
});

test('the event is rolled back with the transaction', async () => {
  const work = world.db.$transaction(async (tx) => {
    await make({}, { ...maya, tx, afterCommit: new Set() });
    throw new Error('taken back');
  });
  await expect(work).rejects.toThrow('taken back');
  expect(await reported()).toEqual([]);
});
