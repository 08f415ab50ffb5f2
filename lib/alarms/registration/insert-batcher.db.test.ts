import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAlarmInput } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import { createAlarm } from '#/lib/alarms/registration/create-alarm.ts';
import { InsertBatcher } from '#/lib/alarms/registration/insert-batcher.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Clock } from '#/lib/core/clock.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { describeActor } from '#/lib/feed/events/record-event.ts';
import { placesOf } from '#/test/alarm-rows.ts';
import { eventually } from '#/test/eventually.ts';
import { statementsOf } from '#/test/statements.ts';
import { testWorld, type World } from '#/test/world.ts';

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
});
beforeEach(async () => {
  maya = await world.member();
});

const make = (body: object = {}, ctx = maya) =>
  createAlarm(ctx, createAlarmInput.parse({ delay: '1h', output_mode: 'event', ...body }));
const times = <T>(count: number, work: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => work(n));
const places = (ctx = maya) => placesOf(world, ctx.actor.workspaceId);

/** A handmade plan, so that it can hold what no input can. */
const planned =
  (change: Partial<NewAlarm> = {}) =>
  (nowUs: number): NewAlarm => ({
    id: newId(),
    workspaceId: maya.actor.workspaceId,
    createdBy: maya.actor.userId,
    by: { actor: describeActor(maya.actor), requestId: maya.requestId },
    createdUs: nowUs,
    dueUs: nowUs + 1_000 * MS_US,
    deadlineUs: null,
    maxAttempts: 1,
    name: null,
    externalId: null,
    url: 'https://example.com',
    payload: null,
    settings: {},
    isFromNow: true,
    onConflict: 'reject',
    end: null,
    ...change,
  });

describe('concurrent creates', () => {
  test('three hundred are written together, and each has its own alarm', async () => {
    const { result, statements } = await statementsOf(world, 'alarms', () =>
      Promise.all(times(300, (n) => make({ name: `${n}` }))),
    );
    expect(statements).toBeLessThan(30);
    expect(result.map(({ alarm }) => alarm.name)).toEqual(times(300, String));
    expect(new Set(result.map(({ alarm }) => alarm.id))).toHaveLength(300);
    expect(await places()).toEqual({ pending: 300, finished: 0 });
  });

  test('three thousand are written together, of many people in many workspaces, and each keeps its own', async () => {
    const people = await Promise.all(times(10, () => world.member()));
    const { statements } = await statementsOf(world, 'alarms', () =>
      Promise.all(times(3_000, (n) => make({}, people[n % 10]))),
    );
    expect(statements).toBeLessThan(300);
    for (const one of people) expect((await places(one)).pending).toBe(300);
  });

  test('that arrive while others are being written are written next, none twice', async () => {
    const waves: Promise<unknown>[] = [];
    const { statements } = await statementsOf(world, 'alarms', async () => {
      for (let wave = 0; wave < 30; wave += 1) {
        waves.push(...times(20, () => make()));
        await new Promise((next) => setImmediate(next));
      }
      await Promise.all(waves);
    });
    expect(statements).toBeLessThan(31);
    expect((await places()).pending).toBe(600);
  });
});

describe('the next write', () => {
  test('begins three milliseconds after the one before, with all that have arrived by then', async () => {
    const starts: number[] = [];
    const clock: Clock = {
      now: async () => {
        starts.push(performance.now());
        return world.clock.now();
      },
    };
    const batcher = new InsertBatcher(world.db, clock);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    vi.advanceTimersByTime(1_000);
    await batcher.take(planned());
    const later = [batcher.take(planned())];
    vi.advanceTimersByTime(2);
    later.push(batcher.take(planned()));
    for (let turn = 0; turn < 3; turn += 1) await new Promise((next) => setImmediate(next));
    expect(starts).toEqual([1_000]);
    vi.advanceTimersByTime(1);
    await Promise.all(later);
    expect(starts).toEqual([1_000, 1_003]);
    vi.advanceTimersByTime(3);
    await batcher.take(planned());
    expect(starts).toEqual([1_000, 1_003, 1_006]);
  });
});

describe('a write that is slow', () => {
  test('holds up the next one only for a moment, and gets its own response later', async () => {
    const slow = Promise.withResolvers<void>();
    let reads = 0;
    const clock: Clock = {
      now: async () => {
        reads += 1;
        if (reads === 1) await slow.promise;
        return world.clock.now();
      },
    };
    const batcher = new InsertBatcher(world.db, clock);
    const first = batcher.take(planned());
    await eventually(async () => expect(reads).toBe(1));
    const [second, third] = await Promise.all([batcher.take(planned()), batcher.take(planned())]);
    expect([second.isNew, third.isNew, reads]).toEqual([true, true, 2]);
    slow.resolve();
    expect((await first).isNew).toBe(true);
    expect((await batcher.take(planned())).isNew).toBe(true);
  });
});

describe('a create that is rejected', () => {
  test('gets its own error, and its neighbors are created', async () => {
    const bodies = times(100, (n) =>
      n % 10 === 3 ? { delay: undefined, fire_at: '2020-01-01T00:00:00Z' } : { name: `${n}` },
    );
    const ends = await Promise.allSettled(bodies.map((body) => make(body)));
    for (const [n, end] of ends.entries()) {
      if (n % 10 !== 3) expect(end).toMatchObject({ status: 'fulfilled', value: { alarm: { name: `${n}` } } });
      else expect(end).toMatchObject({ status: 'rejected', reason: { code: 'due_in_past' } });
    }
    expect((await places()).pending).toBe(90);
  });

  test('fails alone when planning it throws an unexpected error', async () => {
    const batcher = new InsertBatcher(world.db, world.clock);
    const broken = () => {
      throw new TypeError('unheard of');
    };
    const ends = await Promise.allSettled([planned(), broken, planned()].map((plan) => batcher.take(plan)));
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(ends[1]).toMatchObject({ reason: { message: 'unheard of' } });
  });

  test.each<[string, Partial<NewAlarm>]>([
    ['a name that is too long for the table', { name: 'x'.repeat(201) }],
    ['a payload that is no JSON', { payload: '{' }],
    ['U+0000', { externalId: 'a\u0000b' }],
    ['no action', { url: null }],
  ])('by the database, for %s, takes none with it', async (_what, poison) => {
    const batcher = new InsertBatcher(world.db, world.clock);
    const plans = times(20, (n) =>
      planned(n === 7 ? poison : { externalId: `${poison.name?.length ?? 0}-${n}-${newId()}` }),
    );
    const ends = await Promise.allSettled(plans.map((plan) => batcher.take(plan)));
    expect(ends.flatMap(({ status }, n) => (status === 'rejected' ? n : []))).toEqual([7]);
    expect(await places()).toEqual({ pending: 19, finished: 0 });
  });
});

describe('a database that is down', () => {
  test('fails all waiting creates, and later ones succeed once it is back', async () => {
    const gone = vi
      .spyOn(world.db, '$queryRawUnsafe')
      .mockRejectedValue(Object.assign(new Error('gone'), { code: 'P1001' }));
    const ends = await Promise.allSettled(times(20, () => make()));
    expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(gone).toHaveBeenCalledTimes(1);
    gone.mockRestore();
    expect(await make()).toMatchObject({ isNew: true });
  });
});

describe('responses', () => {
  test('come after the commit: a caller that has one finds the alarm', async () => {
    await Promise.all(
      times(200, async () => {
        const { alarm } = await make();
        const { rows } = await world.database.pool.query('select 1 from alarms where id = $1', [alarm.id]);
        expect(rows).toHaveLength(1);
      }),
    );
  });

  test('wait while the commit waits for another alarm with the same external id, and then return that one', async () => {
    const holder = await world.database.pool.connect();
    const { workspaceId } = maya.actor;
    await holder.query('begin');
    const other = newId();
    await holder.query(
      `insert into alarms (id, workspace_id, created_by, created_at, due_at, next_attempt_at, max_attempts, url, external_id)
       values ($1, $2, $2, now(), now(), now(), 1, 'https://example.com', 'a')`,
      [other, workspaceId],
    );
    // Awaited below; it may reject as soon as the other commits.
    const rejected = expect(make({ external_id: 'a' })).rejects.toMatchObject({
      code: 'external_id_taken',
      extra: { current: { id: other } },
    });
    await eventually(async () => {
      const { rows } = await world.database.pool.query(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rows).toHaveLength(1);
    });
    await holder.query('commit');
    holder.release();
    await rejected;
    expect(await places()).toEqual({ pending: 1, finished: 0 });
  });

  test('of a create within the caller’s transaction are rolled back with it', async () => {
    const work = world.db.$transaction(async (tx) => {
      const { isNew } = await make({ external_id: 'a' }, { ...maya, tx, afterCommit: new Set() });
      expect(isNew).toBe(true);
      throw new Error('taken back');
    });
    await expect(work).rejects.toThrow('taken back');
    expect(await places()).toEqual({ pending: 0, finished: 0 });
  });
});
