import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LazyOfflineQueue } from '#/lib/client/offline/lazy-offline-queue.ts';
import { OfflineQueue, type QueuedAction } from '#/lib/client/offline/offline-queue.ts';
import { showQueuedActions } from '#/lib/client/page/queued-overlay.ts';
import { optimistic, optimisticStart } from '#/lib/client/timers/optimistic-timer.ts';
import { CURRENT_KEY } from '#/lib/client/timers/timer-keys.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { stubStorage } from '#/test/stored-items.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOON = '2026-11-19T12:00:00.000Z';
const ACTION_AT = Date.parse('2026-11-19T11:30:00.000Z');
const DRAFT = { title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] };

let queue: OfflineQueue;
beforeEach(() => {
  stubStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', {});
  queue = new OfflineQueue({ name: 'queued_actions:maya:acme' });
});

const running = timerJson({ id: 'api-412', version: 3 });
const response = (timer: TimerJson | null, paused: TimerJson[] = []): CurrentTimerJson => ({
  timer,
  paused,
  elsewhere: null,
  questions: [],
  server_time: NOON,
});
const queued = (kind: QueuedAction['kind'], id: string, change: Partial<QueuedAction> = {}): QueuedAction => ({
  key: `${kind} ${id}`,
  kind,
  target: { id, version: 3 },
  running: null,
  body: {},
  name: id,
  wallAt: ACTION_AT,
  serverAt: ACTION_AT,
  ...change,
});
const keep = (...mutations: QueuedAction[]) =>
  queue.change((all) => ({ ...all, waiting: [...all.waiting, ...mutations] }));
const clearQueue = () => queue.change((all) => ({ ...all, waiting: [] }));

function setUp(shown = response(running)) {
  const client = new QueryClient();
  client.setQueryData(CURRENT_KEY, shown);
  const updates = new TimerUpdates(client);
  const offlineQueue = { ownKeys: new Set<string>() } as LazyOfflineQueue;
  const end = showQueuedActions({ client, updates, offlineQueue }, queue);
  const current = () => client.getQueryData<CurrentTimerJson>(CURRENT_KEY);
  return { client, updates, offlineQueue, end, current };
}

describe('queued actions', () => {
  it('are applied to the data of the loaded page, with the instant of the action', async () => {
    await keep(queued('pause', running.id));
    const { current } = setUp();
    expect(current()?.timer).toBeNull();
    expect(current()?.paused).toMatchObject([
      { id: running.id, status: 'paused', version: 3.5, spans: [{ ended_at: new Date(ACTION_AT).toISOString() }] },
    ]);
  });

  it('stay shown whatever responses, events or pages arrive, until they are sent', async () => {
    await keep(queued('stop', running.id));
    const { client, updates, current, end } = setUp();
    expect(updates.latest(CURRENT_KEY, response(running)).timer).toBeNull();
    updates.apply({ ...running, version: 4, title: 'Named elsewhere' }, NOON);
    expect(current()?.timer).toBeNull();
    const server = new QueryClient();
    server.setQueryData(CURRENT_KEY, response({ ...running, version: 5 }), { updatedAt: Date.now() + 1_000 });
    hydrate(client, dehydrate(server));
    await Promise.resolve();
    expect(current()?.timer).toBeNull();
    expect(client.getQueryState(CURRENT_KEY)?.isInvalidated).toBe(true);
    await clearQueue();
    expect(updates.latest(CURRENT_KEY, response(running)).timer).toEqual(running);
    end();
  });

  it('are applied one after the other: paused and resumed, it is running', async () => {
    await keep(
      queued('pause', running.id),
      queued('resume', running.id, { key: 'again', serverAt: ACTION_AT + 60_000 }),
    );
    const { current } = setUp();
    expect(current()?.timer).toMatchObject({ id: running.id, status: 'running', version: 4.5 });
    expect(current()?.timer?.spans).toHaveLength(2);
  });

  it('may be a start, which ends the running timer, and actions on it', async () => {
    const shown = optimisticStart(DRAFT, { id: '1', userId: 'user', serverNow: ACTION_AT });
    await keep(queued('start', shown.id, { shown, running: { id: running.id, version: 3 } }));
    const { updates, current } = setUp();
    expect(current()).toMatchObject({ timer: { id: shown.id, title: 'Stand-up' }, paused: [] });
    await keep(queued('pause', shown.id));
    expect(current()).toMatchObject({ timer: null, paused: [{ id: shown.id, status: 'paused' }] });
    expect(updates.latest(CURRENT_KEY, response(running)).timer).toBeNull();
  });

  it('do not hide a timer started elsewhere since, nor the start itself if it was applied', async () => {
    const shown = optimisticStart(DRAFT, { id: '1', userId: 'user', serverNow: ACTION_AT });
    await keep(queued('start', shown.id, { shown, running: { id: running.id, version: 3 } }));
    const { updates } = setUp();
    const other = timerJson({ id: 'other', version: 1 });
    expect(updates.latest(CURRENT_KEY, response(other)).timer).toEqual(other);
    await queue.change((all) => ({ ...all, timers: { [shown.id]: { id: 'other', version: 1 } } }));
    expect(updates.latest(CURRENT_KEY, response(null)).timer).toBeNull();
  });

  it('include a resume that pauses the running timer, so that both can be resumed', async () => {
    const held = timerJson({ id: 'held', status: 'paused', running_since: null, version: 2 });
    await keep(queued('resume', held.id, { running: { id: running.id, version: 3 } }));
    const { current } = setUp(response(running, [held]));
    expect(current()).toMatchObject({ timer: { id: 'held' }, paused: [{ id: running.id, status: 'paused' }] });
  });

  it('change nothing that is already so', async () => {
    await keep(queued('pause', 'held'), queued('stop', 'gone'));
    const held = timerJson({ id: 'held', status: 'paused', running_since: null });
    const { updates } = setUp();
    const fromServer = response(null, [held]);
    expect(updates.latest(CURRENT_KEY, fromServer)).toBe(fromServer);
  });

  it('do not change a timer that was resumed elsewhere after the action, except if earlier actions resumed it', async () => {
    await keep(queued('pause', running.id));
    const { updates } = setUp();
    const resumed = { ...running, version: 5, running_since: '2026-11-19T11:45:00.000Z' };
    expect(updates.latest(CURRENT_KEY, response(resumed)).timer).toBe(resumed);
    // Resumed elsewhere, but not known here in time.
    expect(updates.latest(CURRENT_KEY, response({ ...running, version: 5 })).timer).toBeNull();
    expect(updates.latest(CURRENT_KEY, response({ ...resumed, version: 3 })).timer).toBeNull();
    await clearQueue();
    await keep(queued('resume', running.id, { key: 'again' }), queued('pause', running.id));
    expect(updates.latest(CURRENT_KEY, response(resumed)).timer).toBeNull();
  });

  it('are applied only once to data that is restored when a page with a request in flight is left', async () => {
    await keep(queued('pause', running.id), queued('resume', running.id, { key: 'again' }));
    const { client, current } = setUp();
    const shown = current();
    client.getQueryCache().find({ queryKey: CURRENT_KEY })?.setState({ data: shown });
    await Promise.resolve();
    expect(current()).toEqual(shown);
  });

  it('yield to the server’s state once rejected, and so do later ones', async () => {
    await keep(queued('pause', running.id), queued('resume', running.id, { key: 'again' }), queued('stop', running.id));
    const { client, updates, current } = setUp();
    updates.apply({ ...running, version: 4 }, NOON);
    await clearQueue();
    client.setQueryData(CURRENT_KEY, response({ ...running, version: 4 }));
    updates.apply(optimistic({ ...running, version: 4 }, 'pause', ACTION_AT));
    expect(current()?.paused).toMatchObject([{ version: 4.5 }]);
    updates.apply({ ...running, version: 5, status: 'paused' }, NOON);
    expect(current()?.paused).toMatchObject([{ version: 5 }]);
  });

  it('are shown by another tab from then on, and by this one as they were made', async () => {
    const { updates, offlineQueue, current } = setUp();
    const paused = optimistic(running, 'pause', ACTION_AT);
    const resumed = optimistic(paused, 'resume', ACTION_AT);
    for (const foreseen of [paused, resumed]) updates.apply(foreseen);
    offlineQueue.ownKeys.add('own pause');
    await keep(queued('pause', running.id, { key: 'own pause' }));
    expect(current()?.timer).toBe(resumed);
    await keep(queued('stop', running.id, { key: 'stop of another tab' }));
    expect(current()?.timer).toBeNull();
  });

  it('reload the state once they were sent or became questions elsewhere', async () => {
    const { client, offlineQueue } = setUp();
    offlineQueue.ownKeys.add('own stop');
    await keep(queued('stop', running.id, { key: 'own stop' }));
    expect(client.getQueryState(CURRENT_KEY)?.isInvalidated).toBe(false);
    await clearQueue();
    expect(client.getQueryState(CURRENT_KEY)?.isInvalidated).toBe(true);
  });
});
