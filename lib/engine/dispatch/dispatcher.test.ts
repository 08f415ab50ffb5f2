import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MS_US, SECOND_US } from '#/lib/core/micros.ts';
import { claim, manyClaims, nowUs } from '#/test/engine/claim.ts';
import { dispatcherOf } from '#/test/engine/dispatcher.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('an alarm is sent', () => {
  test('when it is due and not before, though timers have millisecond resolution', async () => {
    const { dispatcher, sent } = dispatcherOf();
    const due = [2_100, 5_300, 9_999].map((us) => claim({ attemptUs: nowUs() + us }));
    dispatcher.accept(due);
    await pass(2);
    expect(sent).toEqual([]);
    await pass(20);
    expect(sent.map((one) => one.claim.id)).toEqual(due.map(({ id }) => id));
    for (const { claim: alarm, atUs } of sent) {
      expect(atUs).toBeGreaterThanOrEqual(alarm.attemptUs);
      expect(atUs - alarm.attemptUs).toBeLessThan(MS_US);
    }
  });

  test('not before it is due by the clock of the database, though timers run early', async () => {
    const slow = () => Math.floor(performance.now() * 900);
    const { dispatcher, sent } = dispatcherOf({ time: slow });
    dispatcher.accept([claim({ attemptUs: slow() + 8_000 })]);
    await pass(8);
    expect(sent).toEqual([]);
    await pass(2);
    expect(sent).toHaveLength(1);
    expect(sent[0]!.atUs).toBeGreaterThanOrEqual(sent[0]!.claim.attemptUs);
  });

  test('at once when it is overdue', () => {
    const { dispatcher, sent } = dispatcherOf();
    dispatcher.accept([claim({ attemptUs: nowUs() - SECOND_US })]);
    expect(sent).toHaveLength(1);
  });

  test('in the order of due times, though a retry that is due sooner is claimed later', async () => {
    const { dispatcher, sentIds } = dispatcherOf();
    const later = claim({ attemptUs: nowUs() + 9 * MS_US });
    const sooner = claim({ attemptUs: nowUs() + 3 * MS_US });
    dispatcher.accept([later]);
    dispatcher.accept([sooner]);
    await pass(10);
    expect(sentIds()).toEqual([sooner.id, later.id]);
  });

  test('within a second of being due when the clock of the database was set back a little and forth again', async () => {
    let offset = 0;
    const { dispatcher, sent } = dispatcherOf({ time: () => nowUs() + offset });
    offset = -0.9 * SECOND_US;
    dispatcher.accept([claim({ attemptUs: nowUs() + 5 * MS_US })]);
    await pass(10);
    expect(sent).toEqual([]);
    offset = 0;
    await pass(1_000);
    expect(sent).toHaveLength(1);
  });
});

test('results are deferred while alarms that are due wait for a slot, and no longer', async () => {
  const { dispatcher, endAll, isDeferring } = dispatcherOf({ perOrigin: 2 });
  dispatcher.accept(manyClaims(2));
  expect(isDeferring()).toBe(false);
  dispatcher.accept(manyClaims(2));
  expect(isDeferring()).toBe(true);
  endAll();
  await pass(0);
  expect(isDeferring()).toBe(false);
});

describe('when the clock of the database is set back', () => {
  test('what is held until it is due is released, to be claimed when it is due by the new time', async () => {
    let offset = 0;
    const { dispatcher, sent, released } = dispatcherOf({ time: () => nowUs() + offset });
    const alarm = claim({ attemptUs: nowUs() + 5 * MS_US });
    dispatcher.accept([alarm]);
    offset = -30 * SECOND_US;
    await pass(1_000);
    expect([sent, released]).toEqual([[], [{ claim: alarm, atUs: alarm.attemptUs }]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('an alarm that was due and waits for a slot is released, too', async () => {
    let offset = 0;
    const { dispatcher, sent, released } = dispatcherOf({ time: () => nowUs() + offset, perOrigin: 1 });
    const [first, second] = manyClaims(2);
    dispatcher.accept([first!, second!]);
    offset = -30 * SECOND_US;
    sent[0]!.end();
    await pass(0);
    expect(sent.map((one) => one.claim)).toEqual([first]);
    expect(released).toEqual([{ claim: expect.objectContaining({ id: second!.id }), atUs: second!.attemptUs }]);
  });
});

describe('no more are sent at once', () => {
  test('to a receiver than its limit, and the next as soon as one has responded', async () => {
    const { dispatcher, sent } = dispatcherOf({ perOrigin: 2 });
    dispatcher.accept(manyClaims(3));
    expect(sent).toHaveLength(2);
    sent[0]!.end();
    await pass(0);
    expect(sent).toHaveLength(3);
  });

  test('for a workspace than its limit, whichever receivers it calls', async () => {
    const { dispatcher, sent } = dispatcherOf({ perWorkspace: 3 });
    dispatcher.accept([1, 2, 3, 4, 5].map((n) => claim({ url: `https://receiver-${n}.test/` })));
    expect(sent).toHaveLength(3);
    sent[1]!.end();
    await pass(0);
    expect(sent).toHaveLength(4);
  });

  test('by one worker than its limit', () => {
    const { dispatcher, sent } = dispatcherOf({ total: 4 });
    dispatcher.accept([1, 2].flatMap((n) => manyClaims(4, { workspaceId: `w${n}`, url: `https://w${n}.test` })));
    expect(sent).toHaveLength(4);
    expect(dispatcher.inFlight).toBe(4);
  });

  test('to a receiver called by two workspaces than each has slots there', async () => {
    const { dispatcher, sent } = dispatcherOf({ perOrigin: 1 });
    dispatcher.accept([...manyClaims(3, { workspaceId: 'one' }), ...manyClaims(3, { workspaceId: 'two' })]);
    const workspaces = () => sent.map((one) => one.claim.workspaceId);
    expect(workspaces().sort()).toEqual(['one', 'two']);
    for (const { end } of sent) {
      end();
      await pass(0);
    }
    expect(workspaces().sort()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  });
});

describe('stopping', () => {
  test('releases alarms not begun, unchanged, and waits for those in flight', async () => {
    const { dispatcher, sent, released, endAll } = dispatcherOf({ perOrigin: 1 });
    const [first, second] = manyClaims(2);
    const upcoming = claim({ attemptUs: nowUs() + 8 * MS_US });
    const overdue = claim({ attemptUs: nowUs() - 60 * SECOND_US });
    dispatcher.accept([first!, second!, upcoming]);
    dispatcher.acceptBacklog([overdue]);
    let isDone = false;
    const drained = dispatcher.drain().then(() => {
      isDone = true;
    });
    await pass(20_000);
    expect(isDone).toBe(false);
    expect(sent.map((one) => one.claim)).toEqual([first]);
    expect(new Map(released.map((one) => [one.claim.id, one.atUs]))).toEqual(
      new Map([second!, upcoming, overdue].map(({ id, attemptUs }) => [id, attemptUs])),
    );
    endAll();
    await drained;
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ends at once when nothing is in flight', async () => {
    const { dispatcher } = dispatcherOf();
    await dispatcher.drain();
    await dispatcher.drain();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('twice at once ends twice', async () => {
    const { dispatcher, endAll } = dispatcherOf();
    dispatcher.accept(manyClaims(1));
    const both = Promise.all([dispatcher.drain(), dispatcher.drain()]);
    endAll();
    await both;
    expect(dispatcher.inFlight).toBe(0);
  });
});

test('no timer is left once everything is sent', async () => {
  const { dispatcher, endAll } = dispatcherOf();
  dispatcher.accept(manyClaims(5));
  endAll();
  await pass(500);
  expect(vi.getTimerCount()).toBe(0);
});

test('an attempt that would outlive its lease is released rather than sent', () => {
  const { dispatcher, sent, released } = dispatcherOf();
  const old = claim({ leaseUntilUs: nowUs() + 14 * SECOND_US });
  dispatcher.accept([old, claim()]);
  expect(sent).toHaveLength(1);
  expect(released).toEqual([{ claim: old, atUs: 0 }]);
});
