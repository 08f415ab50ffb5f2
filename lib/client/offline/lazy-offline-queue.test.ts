import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem, NoResponse } from '#/lib/client/http/problem.ts';
import type { Connection } from '#/lib/client/live/connection.ts';
import { LazyOfflineQueue, QueuedForLater } from '#/lib/client/offline/lazy-offline-queue.ts';
import { OfflineQueue } from '#/lib/client/offline/offline-queue.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { CURRENT_KEY } from '#/lib/client/timers/timer-keys.ts';
import { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const HALF_HOUR_MS = 30 * 60_000;
const DRAFT: TimerDraft = { title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] };

/** A browser's storage and locks: writing without the lock could lose another tab's writes. */
function device() {
  const items = new Map<string, string>();
  const held = new Set<string>();
  const write = vi.fn((name: string, text: string) => {
    if (!held.has(`${name}:change`)) throw new Error('Written without the lock.');
    items.set(name, text);
  });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: write,
    removeItem: (name: string) => items.delete(name),
  });
  const request = async (name: string, work: () => unknown) => {
    held.add(name);
    try {
      return await work();
    } finally {
      held.delete(name);
    }
  };
  vi.stubGlobal('navigator', { locks: { request } });
  vi.stubGlobal('window', new EventTarget());
  return write;
}

function setUp(timer: TimerJson | null = null) {
  const state = { kind: 'offline' };
  const connection = { current: () => state } as unknown as Connection;
  const client = new QueryClient();
  const current = { timer, paused: [], elsewhere: null, questions: [], server_time: '2026-11-19T11:59:00Z' };
  client.setQueryData<CurrentTimerJson>(CURRENT_KEY, current);
  const clock = new ServerClock({ wall: () => NOW, monotonic: () => 0 });
  const send = vi.fn<Http['send']>();
  const updates = new TimerUpdates(client);
  const offlineQueue = new LazyOfflineQueue({ clock, connection, userId: 'maya', workspaceId: 'acme' });
  const http = { send } as unknown as Http;
  const mutations = new TimerMutations({ client, http, updates, clock, userId: 'maya', queue: offlineQueue });
  const shown = () => client.getQueryData<CurrentTimerJson>(CURRENT_KEY)?.timer;
  return { mutations, offlineQueue, state, send, shown, waiting: () => new OfflineQueue(offlineQueue).read().waiting };
}

let write: ReturnType<typeof device>;
beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  write = device();
});

describe('an action without a connection', () => {
  it('is shown at once, stored with its instant, and not sent', async () => {
    const running = timerJson({ title: 'Before', version: 3 });
    const { mutations, shown, send, waiting } = setUp(running);
    const mutation = mutations.start(DRAFT, 'reject');
    expect(shown()).toMatchObject({ title: 'Stand-up' });
    await expect(mutation).rejects.toThrow(QueuedForLater);
    expect(send).not.toHaveBeenCalled();
    const seen = { kind: 'start', name: 'Stand-up', running: { id: running.id, version: 3 } };
    expect(waiting()).toMatchObject([{ ...seen, wallAt: NOW, serverAt: NOW, body: { on_conflict: 'switch' } }]);
  });

  it('counts from its given start', async () => {
    const { mutations, waiting } = setUp();
    await expect(mutations.start({ ...DRAFT, startedAt: NOW - HALF_HOUR_MS }, 'switch')).rejects.toThrow(
      QueuedForLater,
    );
    expect(waiting()).toMatchObject([{ wallAt: NOW - HALF_HOUR_MS, serverAt: NOW - HALF_HOUR_MS }]);
  });

  it('refers to the state known to the server, after other queued ones', async () => {
    const { mutations, shown, waiting } = setUp(timerJson({ version: 3 }));
    await expect(mutations.change(shown() as TimerJson, 'pause')).rejects.toThrow(QueuedForLater);
    await expect(mutations.change(shown() ?? timerJson({ version: 3.5 }), 'stop')).rejects.toThrow(QueuedForLater);
    expect(waiting().map(({ kind, target }) => [kind, target.version])).toEqual([
      ['pause', 3],
      ['stop', 3],
    ]);
  });

  it('that the browser can’t store is rolled back with the reason', async () => {
    const timer = timerJson({ title: 'Full disk' });
    const { mutations, shown } = setUp(timer);
    write.mockImplementation(() => {
      throw new Error('QuotaExceededError');
    });
    await expect(mutations.change(timer, 'stop')).rejects.toThrow('QuotaExceededError');
    expect(shown()).toMatchObject({ id: timer.id, status: 'running' });
  });

  it('may have a plan, with its body and its first phase, and a ticket with a link', async () => {
    const { mutations, shown, waiting } = setUp();
    const phase = { kind: 'work', round: 1, rounds: 4, planned_ms: 1_500_000, next: null } as const;
    const draft: TimerDraft = {
      ...DRAFT,
      newTicketKey: 'WEB-7',
      newTicketUrl: 'https://tracker.example.com/WEB-7',
      plan: { body: { type: 'pomodoro' }, phase },
    };
    await expect(mutations.start(draft, 'switch')).rejects.toThrow(QueuedForLater);
    expect(shown()).toMatchObject({ type: 'pomodoro', phase: { state: 'running', planned_ms: 1_500_000 } });
    expect(waiting()).toMatchObject([
      {
        body: { type: 'pomodoro', ticket_key: 'WEB-7', create_ticket: true, on_conflict: 'switch' },
        ticket: { key: 'WEB-7', url: 'https://tracker.example.com/WEB-7', title: 'Stand-up' },
      },
    ]);
  });

  it('goes behind queued ones, even if the connection is back', async () => {
    const { mutations, offlineQueue, state, shown, waiting } = setUp();
    const first = mutations.start(DRAFT, 'reject');
    state.kind = 'synced';
    // Not stored yet.
    expect(offlineQueue.isNeeded()).toBe(true);
    await expect(first).rejects.toThrow(QueuedForLater);
    await expect(mutations.change(shown() as TimerJson, 'stop')).rejects.toThrow(QueuedForLater);
    expect(waiting().map(({ kind }) => kind)).toEqual(['start', 'stop']);
    await new OfflineQueue(offlineQueue).change((queue) => ({ ...queue, waiting: [] }));
    expect(offlineQueue.isNeeded()).toBe(false);
  });
});

describe('an action without a response', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const later = () => vi.advanceTimersByTimeAsync(5_000);

  it('stays shown and is queued, with the instant, body and key with which it was sent', async () => {
    const running = timerJson({ title: 'Before', version: 3 });
    const { mutations, state, send, shown, waiting } = setUp(running);
    state.kind = 'synced';
    send.mockRejectedValue(new NoResponse('away'));
    const mutation = mutations.change(running, 'stop');
    const rejection = expect(mutation).rejects.toThrow(QueuedForLater);
    await later();
    await rejection;
    const key = send.mock.calls[0]?.[1]?.idempotencyKey;
    expect(waiting()).toMatchObject([{ key, kind: 'stop', target: { id: running.id }, isRepeat: true, body: {} }]);
    expect(waiting()).toMatchObject([{ wallAt: NOW, serverAt: NOW }]);
    expect(shown()).toBeNull();
  });

  it('goes before later ones, which are not sent ahead of it', async () => {
    const { mutations, state, send, shown, waiting } = setUp();
    state.kind = 'synced';
    send.mockRejectedValue(new NoResponse('away'));
    const start = expect(mutations.start(DRAFT, 'switch')).rejects.toThrow(QueuedForLater);
    const stop = expect(mutations.change(shown() as TimerJson, 'stop')).rejects.toThrow(QueuedForLater);
    await later();
    await later();
    await Promise.all([start, stop]);
    expect(waiting().map(({ kind }) => kind)).toEqual(['start', 'stop']);
    expect(waiting()[1]?.target.id).toBe(waiting()[0]?.target.id);
    expect(send.mock.calls.every(([path]) => path === '/timers/start')).toBe(true);
  });

  it('goes before one that is made while it is in flight, even if the connection is known to be dead by then', async () => {
    const running = timerJson({ title: 'Before', version: 3 });
    const { mutations, state, send, shown, waiting } = setUp(running);
    state.kind = 'synced';
    send.mockReturnValueOnce(new Promise((_, reject) => setTimeout(() => reject(new NoResponse('away')), 10_000)));
    send.mockRejectedValue(new NoResponse('away'));
    const stop = expect(mutations.change(running, 'stop')).rejects.toThrow(QueuedForLater);
    await later();
    state.kind = 'offline';
    const start = expect(mutations.start(DRAFT, 'reject')).rejects.toThrow(QueuedForLater);
    expect(shown()).toMatchObject({ title: 'Stand-up' });
    const bothWait = () => {
      expect(waiting().map(({ kind }) => kind)).toEqual(['stop', 'start']);
      expect(waiting()[1]).toMatchObject({ running: null, body: { on_conflict: 'switch' } });
    };
    // At once, since a page may be closed at any time.
    await vi.advanceTimersByTimeAsync(0);
    bothWait();
    for (let wait = 0; wait < 4; wait += 1) await later();
    await Promise.all([stop, start]);
    bothWait();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('is stored from the first failure on, until a repeat gets a response', async () => {
    const running = timerJson({ version: 3 });
    const { mutations, state, send, waiting } = setUp(running);
    state.kind = 'synced';
    send.mockRejectedValueOnce(new NoResponse('away'));
    const stopped = timerJson({ id: running.id, version: 4, status: 'stopped' });
    send.mockResolvedValueOnce({ timer: stopped, server_time: '2026-11-19T12:00:01Z' } as never);
    const mutation = mutations.change(running, 'stop');
    await vi.advanceTimersByTimeAsync(500);
    const key = send.mock.calls[0]?.[1]?.idempotencyKey;
    expect(waiting()).toMatchObject([{ key, kind: 'stop', isRepeat: true }]);
    await vi.advanceTimersByTimeAsync(500);
    await mutation;
    expect(send.mock.calls[1]?.[1]?.idempotencyKey).toBe(key);
    expect(waiting()).toEqual([]);
  });

  it('is not sent again as if it were new, when its attempts took long or the device slept between them', async () => {
    const running = timerJson({ version: 3 });
    const { mutations, state, send, shown, waiting } = setUp(running);
    state.kind = 'synced';
    send.mockReturnValueOnce(new Promise((_, reject) => setTimeout(() => reject(new NoResponse('away')), 5_000)));
    const mutation = expect(mutations.change(running, 'stop')).rejects.toThrow(QueuedForLater);
    vi.spyOn(Date, 'now').mockReturnValue(NOW + HALF_HOUR_MS);
    await later();
    await mutation;
    expect(send).toHaveBeenCalledOnce();
    expect(waiting()).toMatchObject([{ kind: 'stop', isRepeat: true, wallAt: NOW, serverAt: NOW }]);
    expect(shown()).toBeNull();
  });

  it('lets one that waited long for its turn send its age too, even with a good connection', async () => {
    const running = timerJson({ version: 3 });
    const { mutations, state, send, shown, waiting } = setUp(running);
    state.kind = 'synced';
    const span = { started_at: '2026-11-19T11:00:00Z', ended_at: '2026-11-19T12:00:06.900Z' };
    const paused = {
      timer: timerJson({
        id: running.id,
        version: 4,
        status: 'paused',
        spans: [{ ...running.spans[0], ...span }] as never,
      }),
      server_time: '2026-11-19T12:00:05Z',
    };
    send.mockReturnValueOnce(new Promise((resolve) => setTimeout(() => resolve(paused as never), 5_000)));
    const pause = mutations.change(running, 'pause');
    const stop = expect(mutations.change({ ...running, version: 3.5, status: 'paused' }, 'stop')).rejects.toThrow(
      QueuedForLater,
    );
    vi.spyOn(Date, 'now').mockReturnValue(NOW + 9_000);
    await later();
    await Promise.all([pause, stop]);
    expect(send).toHaveBeenCalledOnce();
    expect(waiting()).toMatchObject([
      { kind: 'stop', wallAt: NOW, target: { id: running.id, version: 4 }, after: Date.parse(span.ended_at) },
    ]);
    expect(shown()).toBeNull();
  });

  it('sends the running timer as of the responses before it', async () => {
    const { mutations, state, send, shown, waiting } = setUp();
    state.kind = 'synced';
    const created = timerJson({ id: 'real', title: 'Stand-up', version: 1 });
    send.mockResolvedValueOnce({ timer: created, ended: null, server_time: '2026-11-19T12:00:01Z' } as never);
    send.mockResolvedValueOnce({ timer: { ...created, version: 2 }, server_time: '2026-11-19T12:00:02Z' } as never);
    send.mockRejectedValue(new NoResponse('away'));
    const first = mutations.start(DRAFT, 'switch');
    const edit = mutations.edit(shown() as TimerJson, { title: 'Sit-down' }, { title: 'Sit-down' });
    const second = expect(mutations.start({ ...DRAFT, title: 'Next' }, 'switch')).rejects.toThrow(QueuedForLater);
    await later();
    await Promise.all([first, edit, second]);
    expect(waiting()).toMatchObject([{ name: 'Next', running: { id: 'real', version: 2 } }]);
  });

  it('is not queued if its start was rejected', async () => {
    const { mutations, state, send, shown, waiting } = setUp();
    state.kind = 'synced';
    send.mockRejectedValue(new ApiProblem(404, { code: 'ticket_not_found' }));
    const start = expect(mutations.start(DRAFT, 'switch')).rejects.toThrow(ApiProblem);
    const stop = expect(mutations.change(shown() as TimerJson, 'stop')).rejects.toThrow(NoResponse);
    await later();
    await Promise.all([start, stop]);
    expect(waiting()).toEqual([]);
  });
});
