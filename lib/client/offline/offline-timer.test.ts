import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LastKnown } from '#/lib/client/offline/last-known.ts';
import { type OfflineActionKind, OfflineQueue, type QueuedAction } from '#/lib/client/offline/offline-queue.ts';
import { queueTimerAction, withQueuedActions } from '#/lib/client/offline/offline-timer.ts';

const NOW = Date.parse('2026-11-19T14:00:00Z');
const SENDER = { queueName: 'queued_actions:maya:acme', aheadMs: 1_500, target: { id: 'a', version: 3 } };

const known = (status: 'running' | 'paused' | null) =>
  ({
    timer: status && { ticketKey: 'API-412', title: 'Rate limiter', status, elapsedMs: 0 },
    sender: status ? SENDER : { ...SENDER, target: null },
  }) as unknown as LastKnown;
const queued = (kind: OfflineActionKind, id = 'a') => ({ kind, target: { id, version: 3 }, name: id }) as QueuedAction;

describe('the timer after actions without a response', () => {
  it.each([
    ['running', [], 'a running'],
    ['running', [queued('pause')], 'a paused'],
    ['paused', [queued('resume')], 'a running'],
    ['running', [queued('stop')], null],
    ['running', [queued('start', 'b')], 'b running'],
    ['running', [queued('start', 'b'), queued('stop', 'b')], null],
    ['running', [queued('start', 'b'), queued('pause', 'a')], 'b running'],
    [null, [queued('resume', 'c')], 'c running'],
    [null, [], null],
  ] as const)('%s, then %j', (status, waiting, wanted) => {
    const timer = withQueuedActions(known(status), waiting);
    expect(timer && `${timer.target.id} ${timer.status}`).toBe(wanted);
  });
});

describe('an action there', () => {
  beforeEach(() => {
    const items = new Map<string, string>();
    vi.spyOn(Date, 'now').mockReturnValue(NOW);
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => items.get(name) ?? null,
      setItem: (name: string, text: string) => items.set(name, text),
      removeItem: (name: string) => items.delete(name),
    });
    vi.stubGlobal('window', new EventTarget());
    vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } });
  });

  it('is stored where the app finds it, with both timestamps and what was seen', async () => {
    const timer = withQueuedActions(known('running'), []);
    await queueTimerAction(SENDER, { kind: 'stop', timer });
    const { waiting } = new OfflineQueue({ name: SENDER.queueName }).read();
    await queueTimerAction(SENDER, {
      kind: 'start',
      timer: withQueuedActions(known('running'), waiting),
      title: 'Reading',
    });
    const queue = new OfflineQueue({ name: SENDER.queueName }).read().waiting;
    expect(queue).toMatchObject([
      { kind: 'stop', target: { id: 'a', version: 3 }, name: 'API-412', wallAt: NOW, serverAt: NOW + 1_500, body: {} },
      { kind: 'start', running: null, name: 'Reading', body: { title: 'Reading', on_conflict: 'switch' } },
    ]);
    const shown = { id: queue[1]?.target.id, title: 'Reading', user_id: 'maya', status: 'running' };
    expect(queue[1]?.shown).toMatchObject({ ...shown, started_at: new Date(NOW + 1_500).toISOString() });
    expect(queue[0]).not.toHaveProperty('shown');
  });
});
