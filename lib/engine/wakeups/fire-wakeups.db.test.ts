import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { fireWakeups, type WakeupHandler } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { scheduleWakeups } from '#/lib/engine/wakeups/schedule-wakeups.ts';
import { testWorld, type World } from '#/test/world.ts';

const START = Date.parse('2026-03-10T09:00:00.000Z');
const at = (ms: number) => new Date(START + ms);

let world: World;
let system: Omit<Ctx, 'actor'>;
let fired: string[];

beforeAll(async () => {
  world = await testWorld();
  system = { db: world.db, clock: world.clock, requestId: null };
});
beforeEach(async () => {
  await world.database.pool.query('delete from wakeups');
  world.clock.set(at(0));
  fired = [];
});

const note: WakeupHandler = async (_ctx, subjectId) => {
  fired.push(subjectId);
};

async function schedule(kind: string, dueAt: Date | null, subjectId = newId()): Promise<string> {
  await transaction(system, (tx) => scheduleWakeups(tx, subjectId, { [kind]: dueAt }));
  return subjectId;
}

async function waiting(): Promise<{ kind: string; due_at: Date; failures: number }[]> {
  return (await world.database.pool.query('select kind, due_at, failures from wakeups order by due_at, kind')).rows;
}

describe('a handler that fails', () => {
  const fail: WakeupHandler = async (ctx) => {
    await ctx.tx.$executeRaw`update workspaces set name = 'half done'`;
    throw new Error('no');
  };

  test('is called again after a second, then after twice as long each time, at most five minutes', async () => {
    await schedule('bad', at(0));
    const waits: number[] = [];
    for (let time = 0; time < 11; time += 1) {
      const next = await fireWakeups(system, { bad: fail });
      waits.push(((next as Date).getTime() - (await world.clock.now()).getTime()) / 1_000);
      world.clock.set(next as Date);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  });

  test('does not hold up the others, and leaves nothing half done', async () => {
    await world.member();
    await schedule('bad', at(-2));
    const good = await schedule('good', at(-1));
    await fireWakeups(system, { bad: fail, good: note });
    expect(fired).toEqual([good]);
    expect(await waiting()).toEqual([{ kind: 'bad', due_at: at(1_000), failures: 1 }]);
    const { rows } = await world.database.pool.query(`select 1 from workspaces where name = 'half done'`);
    expect(rows).toEqual([]);
  });

  test('is done once it works again', async () => {
    const subject = await schedule('bad', at(0));
    await fireWakeups(system, { bad: fail });
    world.clock.advance(999);
    expect(await fireWakeups(system, { bad: note })).toEqual(at(1_000));
    expect(fired).toEqual([]);
    world.clock.advance(1);
    expect(await fireWakeups(system, { bad: note })).toBeNull();
    expect(fired).toEqual([subject]);
  });

  test('starts with a second again when its subject is rescheduled', async () => {
    const subject = await schedule('bad', at(0));
    await fireWakeups(system, { bad: fail });
    await schedule('bad', at(5_000), subject);
    expect(await waiting()).toEqual([{ kind: 'bad', due_at: at(5_000), failures: 0 }]);
  });

  test('does not reschedule a wake-up that was rescheduled meanwhile', async () => {
    const subject = await schedule('bad', at(0));
    await fireWakeups(system, {
      bad: async () => {
        await schedule('bad', at(60_000), subject);
        throw new Error('no');
      },
    });
    expect(await waiting()).toEqual([{ kind: 'bad', due_at: at(60_000), failures: 0 }]);
  });

  test('counts as one failure when twenty workers fail at once', async () => {
    await schedule('bad', at(0));
    await Promise.all(Array.from({ length: 20 }, () => fireWakeups(system, { bad: fail })));
    expect(await waiting()).toEqual([{ kind: 'bad', due_at: at(1_000), failures: 1 }]);
  });
});

test('a wake-up of a kind without a handler is kept for a worker that has one, and holds up no others', async () => {
  await schedule('of tomorrow', at(-1));
  const known = await schedule('known', at(0));
  await fireWakeups(system, { known: note });
  expect(fired).toEqual([known]);
  expect(await waiting()).toMatchObject([{ kind: 'of tomorrow', failures: 1 }]);
});

describe('a wake-up', () => {
  test('is not fired a millisecond early', async () => {
    await schedule('a', at(1));
    expect(await fireWakeups(system, { a: note })).toEqual(at(1));
    expect(fired).toEqual([]);
  });

  test('is fired at its instant, once', async () => {
    const subject = await schedule('a', at(0));
    expect(await fireWakeups(system, { a: note })).toBeNull();
    await fireWakeups(system, { a: note });
    expect(fired).toEqual([subject]);
  });

  test('is fired however late a worker comes', async () => {
    const subject = await schedule('a', at(-90 * 86_400_000));
    await fireWakeups(system, { a: note });
    expect(fired).toEqual([subject]);
  });

  test('can be rescheduled and removed; there is one per kind and subject', async () => {
    const subject = await schedule('a', at(0));
    await schedule('a', at(500), subject);
    await schedule('b', at(700), subject);
    expect(await waiting()).toMatchObject([{ due_at: at(500) }, { due_at: at(700) }]);
    await schedule('a', null, subject);
    await schedule('a', null, subject);
    expect(await waiting()).toMatchObject([{ kind: 'b' }]);
  });

  test('that its own handler schedules again is kept', async () => {
    const again: WakeupHandler = (ctx, subjectId) => scheduleWakeups(ctx, subjectId, { a: at(10_000) });
    await schedule('a', at(0));
    expect(await fireWakeups(system, { a: again })).toEqual(at(10_000));
  });

  test('is not scheduled by a transaction that is rolled back', async () => {
    const undone = transaction(system, async (tx) => {
      await scheduleWakeups(tx, newId(), { a: at(0) });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await waiting()).toEqual([]);
  });
});

test('wake-ups are fired first due first, a batch at a time, and the next pass is due at once', async () => {
  const subjects: string[] = [];
  for (let count = 0; count < 130; count += 1) subjects.unshift(await schedule('a', at(-count)));
  const next = await fireWakeups(system, { a: note });
  expect(fired.toSorted()).toEqual(subjects.slice(0, 100).toSorted());
  expect(next).toEqual(at(-29));
  expect(await fireWakeups(system, { a: note })).toBeNull();
  expect(fired.slice(100).toSorted()).toEqual(subjects.slice(100).toSorted());
});

test('wake-ups of one subject are fired one after the other, in order', async () => {
  const order: string[] = [];
  const noted =
    (kind: string): WakeupHandler =>
    async (ctx) => {
      order.push(`${kind} begins`);
      await ctx.clock.now(ctx.tx);
      order.push(`${kind} ends`);
    };
  const subject = await schedule('b', at(-1));
  await schedule('a', at(0), subject);
  await schedule('c', at(-2), subject);
  await fireWakeups(system, { a: noted('a'), b: noted('b'), c: noted('c') });
  expect(order).toEqual(['c begins', 'c ends', 'b begins', 'b ends', 'a begins', 'a ends']);
});

describe('while another worker handles it', () => {
  const gate = () => {
    const [begun, open] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const handler: WakeupHandler = async (_ctx, subjectId) => {
      begun.resolve();
      await open.promise;
      fired.push(subjectId);
    };
    return { begun: begun.promise, open: open.resolve, handler };
  };

  test('a wake-up is left alone, others that are due are fired, and the next check is soon', async () => {
    const held = await schedule('a', at(-1));
    const { begun, open, handler } = gate();
    const other = fireWakeups(system, { a: handler });
    await begun;
    const free = await schedule('b', at(0));
    await fireWakeups(system, { a: note, b: note });
    expect(fired).toEqual([free]);
    expect(await fireWakeups(system, { a: note, b: note })).toEqual(at(20));
    open();
    expect(await other).toBeNull();
    expect(fired).toEqual([free, held]);
  });

  test('many workers leave none of many', async () => {
    const subjects = await Promise.all(Array.from({ length: 40 }, (_, count) => schedule('a', at(-count))));
    while ((await waiting()).length > 0) {
      await Promise.all(Array.from({ length: 5 }, () => fireWakeups(system, { a: note })));
    }
    // A pass that starts just as another ends may fire it again: the handler finds nothing left to do.
    expect([...new Set(fired)].toSorted()).toEqual(subjects.toSorted());
  });
});
