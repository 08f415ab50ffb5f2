import { beforeEach, expect, it, vi } from 'vitest';
import { PendingAction } from '#/lib/client/http/pending-action.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { LazyOfflineQueue } from '#/lib/client/offline/lazy-offline-queue.ts';
import { OfflineQueue } from '#/lib/client/offline/offline-queue.ts';
import { queueOnPageHide } from '#/lib/client/offline/queue-action.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stubStorage } from '#/test/stored-items.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');

class Page extends EventTarget {
  visibilityState = 'visible';
  hide() {
    this.visibilityState = 'hidden';
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: Page;
let frame: EventTarget;
beforeEach(() => {
  [page, frame] = [new Page(), new EventTarget()];
  stubStorage();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('document', page);
  vi.stubGlobal('window', frame);
});

function setUp() {
  const clock = new ServerClock({ wall: () => NOW, monotonic: () => 0 });
  const connection = { current: () => ({ kind: 'synced' }) } as never;
  const offlineQueue = new LazyOfflineQueue({ clock, connection, userId: 'maya', workspaceId: 'acme' });
  const real = new Map<string, string>();
  const now = (timer: TimerJson | null) => timer && { ...timer, id: real.get(timer.id) ?? timer.id };
  const queueAction = (kind: 'start' | 'pause' | 'stop', timer: TimerJson) =>
    new PendingAction(offlineQueue, { kind, timer, running: null, body: {} }, now);
  const end = queueOnPageHide(offlineQueue);
  return { offlineQueue, queueAction, real, end, queue: () => new OfflineQueue(offlineQueue).read() };
}
const respondWith = (timer: TimerJson) => async () => ({ timer });

it('an action in flight is stored at once when the page is hidden, with its key and instant, and removed with its response', async () => {
  const { queueAction, queue, offlineQueue } = setUp();
  const timer = timerJson({ version: 3 });
  const stop = queueAction('stop', timer);
  const response = Promise.withResolvers<{ timer: TimerJson }>();
  const sent = stop.send(() => response.promise);
  expect(queue().waiting).toEqual([]);
  page.hide();
  expect(queue().waiting).toMatchObject([{ key: stop.key, kind: 'stop', isRepeat: true, serverAt: NOW }]);
  frame.dispatchEvent(new Event('pagehide'));
  expect(queue().waiting).toHaveLength(1);
  response.resolve({ timer });
  await sent;
  expect(queue().waiting).toEqual([]);
  expect(offlineQueue.pending.size).toBe(0);
});

it('a waiting action is stored behind it, finds the timer that the first has created, and is sent in its turn', async () => {
  const { queueAction, queue, real } = setUp();
  const shown = timerJson({ id: 'optimistic:1', version: 0.5 });
  const [start, pause] = [queueAction('start', shown), queueAction('pause', shown)];
  const response = Promise.withResolvers<{ timer: TimerJson }>();
  const sent = start.send(() => response.promise);
  frame.dispatchEvent(new Event('pagehide'));
  expect(queue().waiting.map(({ key }) => key)).toEqual([start.key, pause.key]);
  const result = timerJson({ id: 'real', version: 1 });
  response.resolve({ timer: result });
  await sent;
  expect(queue()).toMatchObject({
    waiting: [{ key: pause.key }],
    timers: { 'optimistic:1': { id: 'real', version: 1 } },
  });
  real.set('optimistic:1', 'real');
  const send = vi.fn(respondWith({ ...result, version: 2 }));
  await pause.send(send);
  expect(send).toHaveBeenCalledOnce();
  expect(queue().waiting).toEqual([]);
});

it('a stored one keeps its place, and behind one without a response the next is not sent', async () => {
  const { queueAction, queue } = setUp();
  const timer = timerJson();
  const [pause, stop] = [queueAction('pause', timer), queueAction('stop', timer)];
  page.hide();
  const away = async () => {
    throw new NoResponse('away');
  };
  await expect(pause.send(away)).rejects.toThrow('away');
  const send = vi.fn(respondWith(timer));
  await expect(stop.send(send)).rejects.toThrow(NoResponse);
  expect(send).not.toHaveBeenCalled();
  expect(queue().waiting.map(({ kind }) => kind)).toEqual(['pause', 'stop']);
});

it('a page without actions in flight stores nothing, nor does a closed one', () => {
  const { queueAction, end, queue } = setUp();
  page.hide();
  end();
  queueAction('stop', timerJson());
  frame.dispatchEvent(new Event('pagehide'));
  expect(queue().waiting).toEqual([]);
});

it('blocked storage does not affect an action that may still get a response', async () => {
  const { queueAction, offlineQueue } = setUp();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  });
  const timer = timerJson();
  const stop = queueAction('stop', timer);
  page.hide();
  expect(stop.isQueued).toBe(false);
  await stop.send(respondWith(timer));
  expect(offlineQueue.pending.size).toBe(0);
});
