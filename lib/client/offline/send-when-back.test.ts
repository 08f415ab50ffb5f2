import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Http } from '#/lib/client/http/http.ts';
import { NoResponse } from '#/lib/client/http/problem.ts';
import type { ConnectionKind } from '#/lib/client/live/connection.ts';
import { OfflineQueue } from '#/lib/client/offline/offline-queue.ts';
import { sendWhenBack } from '#/lib/client/offline/send-when-back.ts';
import { STORED_LEAD, Toasts } from '#/lib/client/page/toasts.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { stubStorage } from '#/test/stored-items.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const STOP = {
  key: 'stop',
  kind: 'stop' as const,
  target: { id: 'api-412', version: 3 },
  running: null,
  body: {},
  name: 'API-412',
  wallAt: NOW,
  serverAt: NOW,
};

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  stubStorage();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', {});
});
afterEach(() => void vi.useRealTimers());

async function setUp() {
  let kind: ConnectionKind = 'synced';
  const listeners = new Set<() => void>();
  const connection = {
    current: () => ({ kind }),
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  } as never;
  const setConnection = (next: ConnectionKind) => {
    kind = next;
    for (const listener of listeners) listener();
  };
  let hasResponded = false;
  const send = vi.fn(async (path: string) => {
    if (path === '/time') return { server_time: new Date().toISOString() };
    if (!hasResponded) throw new NoResponse('away');
    return { timer: timerJson({ id: 'api-412', version: 4, status: 'stopped' }) };
  });
  const queue = new OfflineQueue({ name: 'queued_actions:maya:acme' });
  await queue.change((all) => ({ ...all, waiting: [STOP] }));
  const clock = new ServerClock({ wall: () => Date.now(), monotonic: () => Date.now() });
  const mutations = { confirm: vi.fn(), ownRequest: () => 'own' } as never;
  const toasts = new Toasts();
  const parts = { client: new QueryClient(), http: { send } as unknown as Http, clock, connection, mutations, toasts };
  const end = sendWhenBack(parts, queue);
  const attempts = () => send.mock.calls.filter(([path]) => path !== '/time').length;
  return { queue, setConnection, attempts, end, toasts, response: () => (hasResponded = true) };
}
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

it('an action without a response, while others get one, is retried less and less often until it gets one', async () => {
  const { queue, attempts, response } = await setUp();
  await after(0);
  expect(attempts()).toBe(1);
  await after(1_000);
  expect(attempts()).toBe(2);
  await after(1_000);
  expect(attempts()).toBe(2);
  await after(1_000);
  expect(attempts()).toBe(3);
  response();
  await after(4_000);
  expect(attempts()).toBe(4);
  expect(queue.read().waiting).toEqual([]);
  await after(60_000);
  expect(attempts()).toBe(4);
});

it('a server that was down and is back gets the queue at once, one with a doubtful connection does not', async () => {
  const { setConnection, attempts } = await setUp();
  await after(3_000);
  expect(attempts()).toBe(3);
  setConnection('checking');
  setConnection('synced');
  await after(0);
  expect(attempts()).toBe(3);
  setConnection('offline');
  await after(60_000);
  expect(attempts()).toBe(3);
  setConnection('synced');
  await after(0);
  expect(attempts()).toBe(4);
});

it('nothing is retried once it has ended, also while an attempt is in flight', async () => {
  const { attempts, end } = await setUp();
  end();
  await after(60_000);
  expect(attempts()).toBeLessThanOrEqual(1);
});

it('a toast about a queued action is replaced once it was sent, any other stays', async () => {
  const { toasts, response } = await setUp();
  toasts.show({ icon: 'check', lead: STORED_LEAD, text: 'Sent when you’re back online.' });
  await after(1_000);
  expect(toasts.current()?.lead).toBe(STORED_LEAD);
  response();
  await after(10_000);
  expect(toasts.current()?.lead).toBe('Sent.');
  const other = await setUp();
  other.response();
  other.toasts.show({ icon: 'play', lead: 'Started.' });
  await after(10_000);
  expect(other.toasts.current()?.lead).toBe('Started.');
});
