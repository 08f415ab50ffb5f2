import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PendingAction } from '#/lib/client/http/pending-action.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import { runSignOut } from '#/lib/client/http/signed-out.ts';
import { LazyOfflineQueue, QUEUE_MODULE, QueuedForLater } from '#/lib/client/offline/lazy-offline-queue.ts';
import { clearOfflineQueue, OfflineQueue, type UnconfirmedAction } from '#/lib/client/offline/offline-queue.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stubStorage } from '#/test/stored-items.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const running = timerJson({ version: 3 });

beforeEach(async () => {
  await QUEUE_MODULE.get();
  vi.useFakeTimers({ now: NOW });
  stubStorage();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function setUp() {
  const clock = new ServerClock({ wall: () => Date.now(), monotonic: () => Date.now() });
  const connection = { current: () => ({ kind: 'synced' }) } as never;
  const offlineQueue = new LazyOfflineQueue({ clock, connection, userId: 'maya', workspaceId: 'acme' });
  const pending = (kind: 'start' | 'pause' | 'resume' | 'stop', more: { responses?: Map<string, TimerJson> } = {}) =>
    new PendingAction(offlineQueue, { kind, timer: running, running: null, body: {}, ...more }, (timer) => timer);
  const kept = new OfflineQueue(offlineQueue);
  return { offlineQueue, pending, kept, waiting: () => kept.read().waiting.map(({ key }) => key) };
}

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const sends = () => vi.fn(async () => ({ timer: running }));
const away = async () => {
  throw new NoResponse('away');
};
/** Its first attempt fails, so that it is queued with all behind it. */
async function fails(action: PendingAction) {
  await expect(action.send(away)).rejects.toThrow('away');
}
function rejectStorage() {
  const refuse = () => {
    throw new Error('QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: refuse, removeItem: refuse });
}

describe('a queued action', () => {
  it('is not sent in its turn once it has become a question, which stays', async () => {
    const { pending, kept, waiting } = setUp();
    const [pause, start] = [pending('pause'), pending('start')];
    await fails(pause);
    const untold = { why: 'Because.', proposal: null, current: null };
    const ask = (all: UnconfirmedAction[]) => ({ waiting: [], failed: all, timers: {} });
    await kept.change((all) => ask(all.waiting.map((one) => ({ ...one, ...untold }))));
    const send = sends();
    await expect(start.send(send)).rejects.toThrow(QueuedForLater);
    expect(send).not.toHaveBeenCalled();
    expect(waiting()).toEqual([]);
    expect(kept.read().failed.map(({ kind }) => kind)).toEqual(['pause', 'start']);
  });

  it('is neither sent nor queued again in its turn if it has been sent meanwhile', async () => {
    const { pending, kept, waiting } = setUp();
    const [pause, stop, last] = [pending('pause'), pending('stop'), pending('resume')];
    await fails(pause);
    pause.end();
    await kept.change((all) => ({ ...all, waiting: all.waiting.filter(({ key }) => key === last.key) }));
    await passes(6_000);
    const send = sends();
    await expect(stop.send(send)).rejects.toThrow(QueuedForLater);
    expect(send).not.toHaveBeenCalled();
    // Nor with one behind it, which keeps waiting.
    await expect(last.send(send)).rejects.toThrow(QueuedForLater);
    expect(waiting()).toEqual([last.key]);
  });
});

describe('when the session ends', () => {
  it('is no longer stored, but is again if it did not end', async () => {
    const { offlineQueue, pending, waiting } = setUp();
    const stop = pending('stop');
    const signOut = Promise.withResolvers<void>();
    const signingOut = runSignOut(() => signOut.promise);
    clearOfflineQueue();
    await fails(stop);
    await expect(offlineQueue.add({ kind: 'pause', timer: running, running: null })).rejects.toThrow(NoResponse);
    expect(waiting()).toEqual([]);
    signOut.reject(new Error('No response.'));
    await expect(signingOut).rejects.toThrow('No response.');
    await fails(stop);
    expect(waiting()).toEqual([stop.key]);
  });
});

describe('without storage', () => {
  it('that waited long for its turn is sent then, with its age', async () => {
    const { pending } = setUp();
    rejectStorage();
    const stop = pending('stop');
    await passes(6_000);
    const send = sends();
    await stop.send(send);
    expect(send.mock.calls).toEqual([[{ offline_age_ms: 6_000 }]]);
  });

  it('counts from no earlier than what was recorded by then, and sends which timer was running', async () => {
    const { pending } = setUp();
    rejectStorage();
    const spans = [{ ...running.spans[0], ended_at: new Date(NOW + 4_000).toISOString() }];
    const responses = new Map([[running.id, { ...running, spans } as TimerJson]]);
    const resume = pending('resume', { responses });
    await passes(6_000);
    const send = sends();
    await resume.send(send);
    expect(send.mock.calls).toEqual([[{ offline_age_ms: 2_000, seen_running: null }]]);
  });

  it('is not delayed for long by a connection that loses its code too', async () => {
    const { pending } = setUp();
    vi.spyOn(QUEUE_MODULE, 'get').mockReturnValue(new Promise(() => {}));
    const failed = expect(pending('stop').send(away)).rejects.toThrow('away');
    await passes(3_000);
    await failed;
  });
});
