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
const overdue = (count: number, workspaceId: string) =>
  manyClaims(count, { workspaceId, url: `https://${workspaceId}.test`, attemptUs: nowUs() - 3_600 * SECOND_US });

describe('the backlog', () => {
  test('is sent in its own few slots', () => {
    const { dispatcher, sent } = dispatcherOf({ total: 64 });
    dispatcher.acceptBacklog(['a', 'b', 'c'].flatMap((name) => overdue(4, name)));
    expect(sent).toHaveLength(4);
  });

  test('waits for alarms due now, which do not wait for it', async () => {
    const { dispatcher, sent } = dispatcherOf({ total: 4 });
    dispatcher.acceptBacklog(['a', 'b', 'c', 'd', 'e'].flatMap((name) => overdue(2, name)));
    const fresh = manyClaims(2, { workspaceId: 'a' });
    dispatcher.accept(fresh);
    expect(sent).toHaveLength(4);
    sent[0]!.end();
    sent[1]!.end();
    await pass(0);
    expect(sent.slice(4).map((one) => one.claim)).toEqual(fresh);
  });

  test('is claimed as fast as it can be sent, and not while an alarm due now could be sent', () => {
    const { dispatcher } = dispatcherOf({ total: 64 });
    expect(dispatcher.backlogRoom).toBe(8);
    dispatcher.acceptBacklog(overdue(6, 'late'));
    expect(dispatcher.backlogRoom).toBe(2);
    const { dispatcher: full } = dispatcherOf({ total: 1 });
    full.accept(manyClaims(2));
    expect(full.backlogRoom).toBe(0);
  });

  test('is claimed though another workspace has alarms waiting behind a receiver that hangs', () => {
    const { dispatcher, sent } = dispatcherOf({ perOrigin: 2 });
    dispatcher.accept(manyClaims(10, { workspaceId: 'hung' }));
    expect(dispatcher.backlogRoom).toBeGreaterThan(0);
    dispatcher.acceptBacklog(overdue(2, 'late'));
    expect(sent.map((one) => one.claim.workspaceId)).toEqual(['hung', 'hung', 'late']);
  });

  test('leaves slots of a receiver to alarms due now', () => {
    const { dispatcher, sent } = dispatcherOf({ total: 256, perWorkspace: 64, perOrigin: 8 });
    const url = 'https://busy.test';
    dispatcher.acceptBacklog(manyClaims(16, { url, attemptUs: nowUs() - 3_600 * SECOND_US }));
    const fresh = claim({ url });
    dispatcher.accept([fresh]);
    expect(sent.at(-1)!.claim).toBe(fresh);
  });
});

describe('receivers that hang', () => {
  test('keep only their own slots: another workspace is sent at once', () => {
    const { dispatcher, sent } = dispatcherOf();
    dispatcher.accept(manyClaims(50, { workspaceId: 'hung', url: 'https://hung.test' }));
    const other = claim();
    dispatcher.accept([other]);
    expect(sent.at(-1)!.claim).toBe(other);
  });

  test('of many workspaces leave a slot to one that sends little', () => {
    const { dispatcher, sent } = dispatcherOf({ total: 64, perWorkspace: 16 });
    for (let n = 0; n < 6; n++) {
      const urls = [1, 2, 3].flatMap((r) =>
        manyClaims(10, { workspaceId: `hung-${n}`, url: `https://hung-${n}-${r}.test` }),
      );
      dispatcher.accept(urls);
    }
    const other = claim();
    dispatcher.accept([other]);
    expect(sent.at(-1)!.claim).toBe(other);
  });

  test('do not use up the shared slots once they are slow', async () => {
    const { dispatcher, sent } = dispatcherOf({ total: 8 });
    dispatcher.accept(manyClaims(8, { workspaceId: 'hung', url: 'https://hung.test' }));
    await pass(1_500);
    dispatcher.accept(manyClaims(8));
    expect(sent).toHaveLength(16);
  });

  test('have at most four times the shared slots in flight', async () => {
    const { dispatcher, sent } = dispatcherOf({ total: 8, perOrigin: 4 });
    for (let n = 0; n < 20; n++) {
      dispatcher.accept(manyClaims(4, { workspaceId: `hung-${n}`, url: `https://hung-${n}.test` }));
      await pass(1_500);
    }
    expect(sent.length).toBe(32);
  });

  test('have the alarms behind them released, for longer the longer they hang', async () => {
    const { dispatcher, sent, released } = dispatcherOf({ perOrigin: 4 });
    dispatcher.accept(manyClaims(10));
    await pass(1_300);
    expect(sent).toHaveLength(4);
    expect(released).toHaveLength(6);
    const parkedMs = (from: number) => (released[from]!.atUs - nowUs()) / MS_US;
    expect(parkedMs(0)).toBeGreaterThanOrEqual(700);
    expect(parkedMs(0)).toBeLessThanOrEqual(1_000);
    await pass(8_000);
    dispatcher.accept(manyClaims(1));
    await pass(250);
    expect(parkedMs(6)).toBeGreaterThan(7_000);
    await pass(60_000);
    dispatcher.accept(manyClaims(1));
    await pass(250);
    expect(parkedMs(7)).toBeLessThanOrEqual(30_000);
    expect(dispatcher.room).toBe(5_000);
  });

  test('are not those whose attempts wait for the database, however long', async () => {
    const { dispatcher, sent, released } = dispatcherOf({ perOrigin: 4 });
    dispatcher.accept(manyClaims(10));
    for (const { lookup } of sent) lookup(true);
    await pass(5_000);
    for (const { lookup } of sent) lookup(false);
    await pass(500);
    expect(released).toEqual([]);
    await pass(1_000);
    expect(sent).toHaveLength(4);
    expect(released).toHaveLength(6);
  });

  test('delay no other receiver of the same workspace', async () => {
    const { dispatcher, sent, released } = dispatcherOf({ total: 256, perWorkspace: 64, perOrigin: 8 });
    dispatcher.accept(manyClaims(20, { url: 'https://hung.test' }));
    await pass(3_000);
    released.length = 0;
    const started = sent.length;
    dispatcher.accept(manyClaims(12, { url: 'https://good.test' }));
    await pass(300);
    expect(sent.length - started).toBe(8);
    expect(released).toEqual([]);
  });

  test('on a shared host park only the workspace whose hooks are slow', async () => {
    const { dispatcher, sent, released } = dispatcherOf({ total: 256, perWorkspace: 64, perOrigin: 8 });
    const url = 'https://shared.test';
    dispatcher.accept(manyClaims(20, { workspaceId: 'slow', url }));
    await pass(3_000);
    released.length = 0;
    dispatcher.accept(manyClaims(5, { workspaceId: 'slow', url }));
    const fast = manyClaims(20, { workspaceId: 'fast', url });
    dispatcher.accept(fast);
    // Its receivers respond at once, so that all of them leave though the other's keep their slots.
    for (let ended = 0; ended < 20; ended++) {
      sent.filter(({ claim }) => claim.workspaceId === 'fast')[ended]?.end();
      await pass(0);
    }
    const ids = sent.filter(({ claim }) => claim.workspaceId === 'fast').map(({ claim }) => claim.id);
    expect(ids).toEqual(fast.map(({ id }) => id));
    expect(new Set(released.map(({ claim }) => claim.workspaceId))).toEqual(new Set(['slow']));
    expect(released).toHaveLength(5);
  });

  test('on a shared host, of however many workspaces, leave a slot to another', async () => {
    const { dispatcher, sent, released } = dispatcherOf({ total: 256, perWorkspace: 64, perOrigin: 8 });
    const url = 'https://shared.test';
    for (let n = 0; n < 12; n++) dispatcher.accept(manyClaims(20, { workspaceId: `slow-${n}`, url }));
    await pass(1_300);
    const other = claim({ workspaceId: 'other', url });
    dispatcher.accept([other]);
    expect(sent.at(-1)!.claim).toBe(other);
    expect(sent.length).toBeLessThanOrEqual(16 + 12);
    expect(released.some((one) => one.claim === other)).toBe(false);
  });

  test('are attempted as usual once they respond again', async () => {
    const { dispatcher, sent, released, endAll } = dispatcherOf({ perOrigin: 4 });
    dispatcher.accept(manyClaims(10));
    await pass(5_000);
    endAll();
    await pass(300);
    released.length = 0;
    dispatcher.accept(manyClaims(6));
    await pass(300);
    expect(sent).toHaveLength(8);
    expect(released).toEqual([]);
  });
});

describe('claims by workspace leave out', () => {
  test('a workspace with enough alarms waiting, and no other', () => {
    const { dispatcher } = dispatcherOf({ perWorkspace: 4, perOrigin: 4 });
    const other = { workspaceId: 'other', url: 'https://other.test' };
    dispatcher.accept([...manyClaims(4 + 15, { workspaceId: 'herd' }), ...manyClaims(4 + 3, other)]);
    expect(dispatcher.heldUp).toEqual({ full: [], backingOff: [] });
    dispatcher.accept(manyClaims(1, { workspaceId: 'herd' }));
    expect(dispatcher.heldUp).toEqual({ full: ['herd'], backingOff: [] });
    expect(dispatcher.backlogHeldUp).toEqual({ full: [], backingOff: [] });
    dispatcher.acceptBacklog(overdue(20, 'late'));
    expect(dispatcher.backlogHeldUp).toEqual({ full: ['late'], backingOff: [] });
  });

  test('when there is no room, all but those with next to nothing waiting, for which room is reserved', () => {
    const { dispatcher } = dispatcherOf({ total: 64, perWorkspace: 512, perOrigin: 1 });
    for (let n = 0; n < 4; n++) {
      dispatcher.accept(manyClaims(1_260, { workspaceId: `herd-${n}`, url: `https://herd-${n}.test` }));
    }
    dispatcher.accept(manyClaims(8, { workspaceId: 'quiet', url: 'https://quiet.test' }));
    expect(dispatcher.room).toBe(64);
    expect(dispatcher.heldUp.full).toEqual(['herd-0', 'herd-1', 'herd-2', 'herd-3']);
  });

  test('for a while, a workspace most of whose claimed alarms are released at once', async () => {
    const { dispatcher, released } = dispatcherOf({ perOrigin: 4 });
    dispatcher.accept(manyClaims(10, { workspaceId: 'hung', url: 'https://hung.test' }));
    await pass(3_000);
    released.length = 0;
    const good = { workspaceId: 'hung', url: 'https://good.test' };
    dispatcher.accept([...manyClaims(2, { workspaceId: 'hung', url: 'https://hung.test' }), ...manyClaims(2, good)]);
    expect(released).toHaveLength(2);
    expect(dispatcher.heldUp.backingOff).toEqual([]);
    dispatcher.accept([...manyClaims(3, { workspaceId: 'hung', url: 'https://hung.test' }), ...manyClaims(2, good)]);
    expect(dispatcher.heldUp.backingOff).toEqual(['hung']);
    await pass(250);
    expect(dispatcher.heldUp.backingOff).toEqual([]);
  });
});

describe('endpoints of a workspace', () => {
  const deliveries = (count: number, n: number) =>
    manyClaims(count, { workspaceId: 'acme', endpointId: `e-${n}`, url: `https://hung-${n}.test` });

  test('that hang, all of them, hold up none of its alarms', () => {
    const { dispatcher, sent } = dispatcherOf({ total: 64, perWorkspace: 8, perOrigin: 4 });
    dispatcher.accept([1, 2, 3, 4].flatMap((n) => deliveries(10, n)));
    expect(sent).toHaveLength(8);
    const alarms = manyClaims(3, { workspaceId: 'acme' });
    dispatcher.accept(alarms);
    expect(sent.slice(8).map((one) => one.claim)).toEqual(alarms);
  });

  test('wait only for each other when its alarms hang', () => {
    const { dispatcher, sent } = dispatcherOf({ total: 64, perWorkspace: 2, perOrigin: 2 });
    dispatcher.accept(manyClaims(5, { workspaceId: 'acme' }));
    dispatcher.accept(deliveries(1, 1));
    expect(sent.at(-1)?.claim.endpointId).toBe('e-1');
  });
});
