import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem, NoResponse } from '#/lib/client/http/problem.ts';
import { clearOfflineQueue, OfflineQueue, type QueuedAction } from '#/lib/client/offline/offline-queue.ts';
import { acceptProposal, dropAction } from '#/lib/client/offline/resolve-queued-action.ts';
import { sendQueue } from '#/lib/client/offline/send-queue.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { timerJson } from '#/test/timer-json.ts';

const MINUTE_MS = 60_000;
const NOW = Date.parse('2026-11-19T12:00:00Z');
const SERVER_TIME = '2026-11-19T12:00:00.000Z';

/** Like a browser's. */
function storage(): Storage {
  const items = new Map<string, string>();
  return new Proxy({} as Storage, {
    get: (_, name) =>
      ({
        getItem: (key: string) => items.get(key) ?? null,
        setItem: (key: string, value: string) => items.set(key, value),
        removeItem: (key: string) => items.delete(key),
      })[String(name)],
    ownKeys: () => [...items.keys()],
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
}

let queue: OfflineQueue;
const send = vi.fn<Http['send']>();
const onCreated = vi.fn();
const sender = () => ({
  queue,
  http: { send } as unknown as Http,
  clock: new ServerClock({ wall: () => NOW, monotonic: () => 0 }),
  ownRequest: (id = 'own') => id,
  onCreated,
});

beforeEach(() => {
  vi.spyOn(Date, 'now').mockReturnValue(NOW);
  vi.stubGlobal('localStorage', storage());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { locks: { request: (_name: string, work: () => unknown) => work() } });
  send.mockReset();
  onCreated.mockReset();
  queue = new OfflineQueue({ name: 'queued_actions:maya:acme' });
});

const queued = (kind: QueuedAction['kind'], minutesAgo: number, change: Partial<QueuedAction> = {}): QueuedAction => ({
  key: `${kind}-${minutesAgo}`,
  kind,
  target: { id: 'shown', version: 0 },
  running: null,
  body: {},
  name: 'API-412',
  wallAt: NOW - minutesAgo * MINUTE_MS,
  serverAt: NOW - minutesAgo * MINUTE_MS,
  ...change,
});
const wait = (...waiting: QueuedAction[]) => queue.change((all) => ({ ...all, waiting }));
const respondWith = (...given: unknown[]) => {
  send.mockImplementation(async (path) => {
    const next = path === '/time' ? { server_time: SERVER_TIME } : given.shift();
    if (next instanceof Error) throw next;
    return next as { server_time: string };
  });
};
const done = (version: number) => ({
  timer: timerJson({ id: 'real', version }),
  ended: null,
  server_time: SERVER_TIME,
});
const sent = () => send.mock.calls.filter(([path]) => path !== '/time');
const collides = (proposal: unknown = null) =>
  new ApiProblem(409, { code: 'intent_collides', detail: 'Because. Nothing was changed; see the proposal.', proposal });

describe('queued actions', () => {
  it('are sent in order with their keys and ages, on the timer that the earlier ones resulted in', async () => {
    await wait(queued('start', 30, { body: { title: 'A' } }), queued('pause', 20), queued('stop', 10));
    respondWith(done(1), done(2), done(3));
    await sendQueue(sender());
    expect(sent()).toMatchObject([
      [
        '/timers/start',
        { body: { title: 'A', offline_age_ms: 1_800_000 }, idempotencyKey: 'start-30', requestId: 'start-30' },
      ],
      [
        '/timers/real/pause',
        { body: { offline_age_ms: 1_200_000 }, idempotencyKey: 'pause-20', requestId: 'pause-20', ifMatch: 1 },
      ],
      [
        '/timers/real/stop',
        { body: { offline_age_ms: 600_000 }, idempotencyKey: 'stop-10', requestId: 'stop-10', ifMatch: 2 },
      ],
    ]);
    expect(queue.read().waiting).toEqual([]);
  });

  it('create the ticket with a link before its start, and send no age with a given start time', async () => {
    const ticket = { key: 'WEB-7', url: 'https://tracker.example.com/WEB-7', title: 'A' };
    const started_at = '2026-11-19T11:00:00.000Z';
    await wait(
      queued('start', 30, { body: { ticket_key: 'WEB-7' }, ticket }),
      queued('start', 20, { body: { started_at } }),
    );
    respondWith({ server_time: SERVER_TIME }, done(1), done(2));
    await sendQueue(sender());
    expect(sent()).toMatchObject([
      ['/tickets', { body: ticket, idempotencyKey: 'start-30:ticket' }],
      ['/timers/start', { body: { ticket_key: 'WEB-7', offline_age_ms: 1_800_000 } }],
      ['/timers/start', { body: { started_at } }],
    ]);
    expect(sent()[2]?.[1]?.body).toEqual({ started_at });
  });

  it('count after earlier ones, even if those took long and counted from their arrival', async () => {
    const recorded = (minutesAgo: number) => NOW - minutesAgo * MINUTE_MS;
    const running = timerJson({ id: 'real', version: 4 });
    const [span] = running.spans;
    const paused = { ...running, spans: [{ ...span, ended_at: new Date(recorded(2)).toISOString() }] };
    await wait(queued('pause', 9, { after: recorded(4) }), queued('resume', 8), queued('stop', 1));
    respondWith({ ...done(4), timer: paused }, done(5), done(6));
    await sendQueue(sender());
    expect(sent().map(([, options]) => options?.body)).toMatchObject(
      [4, 2, 1].map((minutes) => ({ offline_age_ms: minutes * MINUTE_MS })),
    );
  });

  it('use the version that was seen if it is later than that of earlier actions', async () => {
    const question = { ...queued('start', 30), why: '', proposal: null, current: null };
    await queue.change((all) => ({ ...all, failed: [question], timers: { real: { id: 'real', version: 4 } } }));
    await wait(queued('stop', 1, { target: { id: 'real', version: 7 } }));
    respondWith(done(8));
    await sendQueue(sender());
    expect(sent()[0]?.[1]).toMatchObject({ ifMatch: 7 });
  });

  it('are not asked about because of an earlier one whose response another tab has got', async () => {
    await wait(queued('pause', 5), queued('stop', 1));
    respondWith(done(3));
    send.mockImplementationOnce(async () => ({ server_time: SERVER_TIME }));
    send.mockImplementationOnce(async () => {
      await queue.change((all) => ({ ...all, waiting: all.waiting.slice(1) }));
      throw collides();
    });
    await sendQueue(sender());
    expect(queue.read()).toMatchObject({ waiting: [], failed: [] });
    expect(sent()).toHaveLength(2);
  });

  it('keep waiting while the server does not respond, and continue from there with the same key', async () => {
    await wait(queued('start', 30), queued('stop', 10));
    respondWith(done(1), new NoResponse('gone'));
    await expect(sendQueue(sender())).rejects.toThrow('gone');
    expect(queue.read().waiting.map(({ key }) => key)).toEqual(['stop-10']);
    respondWith(done(2));
    await sendQueue(sender());
    expect(sent().slice(1)).toMatchObject([
      ['/timers/real/stop', { idempotencyKey: 'stop-10', ifMatch: 1 }],
      ['/timers/real/stop', { idempotencyKey: 'stop-10', ifMatch: 1 }],
    ]);
  });

  it.each([401, 403, 429])(
    'keep waiting when the server responds with %s, which is not about the action',
    async (status) => {
      await wait(queued('stop', 10));
      respondWith(new ApiProblem(status, { code: 'other' }));
      await expect(sendQueue(sender())).rejects.toThrow(ApiProblem);
      expect(queue.read()).toMatchObject({ waiting: [{ kind: 'stop' }], failed: [] });
    },
  );

  it('become questions from the first one on that conflicts', async () => {
    await wait(queued('stop', 30, { target: { id: 'a', version: 1 } }), queued('start', 20), queued('stop', 10));
    respondWith(collides());
    await sendQueue(sender());
    expect(sent()).toHaveLength(1);
    const { waiting, failed } = queue.read();
    expect(waiting).toEqual([]);
    expect(failed.map(({ kind, why, isUntried = false }) => [kind, why, isUntried])).toEqual([
      ['stop', 'Because.', false],
      ['start', 'The action before it failed.', true],
      ['stop', 'The action before it failed.', true],
    ]);
  });

  it('are not sent when the clock of the device was set meanwhile, but become questions', async () => {
    await wait(queued('stop', 10, { wallAt: NOW - 70 * MINUTE_MS }));
    respondWith();
    await sendQueue(sender());
    expect(sent()).toEqual([]);
    expect(queue.read().failed).toMatchObject([
      { isUntried: true, why: 'This device’s clock was changed in the meantime.' },
    ]);
  });

  it('of one person are not visible to another, and are deleted at sign-out', async () => {
    await wait(queued('stop', 10));
    expect(new OfflineQueue({ name: 'queued_actions:leo:acme' }).read().waiting).toEqual([]);
    expect(new OfflineQueue({ name: 'queued_actions:maya:other' }).read().waiting).toEqual([]);
    clearOfflineQueue();
    expect(queue.read().waiting).toEqual([]);
  });
});

describe('a question', () => {
  const ADD = { kind: 'add', started_at: '2026-11-19T11:30:00.000Z', ended_at: SERVER_TIME };

  it('about a start that was also stopped offline is about the time between, and is answered once', async () => {
    await wait(queued('start', 30, { body: { title: 'A', on_conflict: 'switch' } }), queued('stop', 10));
    respondWith(collides(ADD));
    await sendQueue(sender());
    const [question] = queue.read().failed;
    expect(queue.read().failed).toHaveLength(1);
    respondWith(done(1));
    if (question) await acceptProposal(sender(), question);
    const spans = [{ started_at: ADD.started_at, ended_at: '2026-11-19T11:50:00.000Z' }];
    expect(sent().at(-1)).toMatchObject(['/timers', { body: { title: 'A', spans } }]);
    expect(queue.read().failed).toEqual([]);
  });

  it('about the same action on the current timer sends that', async () => {
    await wait(queued('stop', 10));
    respondWith(collides({ kind: 'action', action: 'stop', timer_id: 'real', version: 7 }));
    await sendQueue(sender());
    respondWith(done(8));
    const [question] = queue.read().failed;
    if (question) await acceptProposal(sender(), question);
    expect(sent().at(-1)).toMatchObject(['/timers/real/stop', { ifMatch: 7, body: { offline_age_ms: 600_000 } }]);
  });

  it('stays when the accepted proposal is rejected', async () => {
    await wait(queued('start', 30));
    respondWith(collides(ADD));
    await sendQueue(sender());
    respondWith(new ApiProblem(409, { code: 'time_overlaps' }));
    const [question] = queue.read().failed;
    if (question) await expect(acceptProposal(sender(), question)).rejects.toThrow(ApiProblem);
    expect(queue.read().failed).toHaveLength(1);
  });

  it('about a start that is dropped drops the later actions on that timer', async () => {
    await wait(queued('start', 30), queued('pause', 20), queued('stop', 5, { target: { id: 'other', version: 1 } }));
    respondWith(collides());
    await sendQueue(sender());
    const [question] = queue.read().failed;
    if (question) await dropAction(queue, question);
    expect(queue.read().failed.map(({ target }) => target.id)).toEqual(['other']);
  });
});
