import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { EntryMutations } from '#/lib/client/entries/entry-mutations.ts';
import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import type { SubjectChange } from '#/lib/client/entries/typed-subject.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem, NoResponse } from '#/lib/client/http/problem.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { optimistic } from '#/lib/client/timers/optimistic-timer.ts';
import { WEEKS_KEY } from '#/lib/client/timers/timer-keys.ts';
import { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { spanJson, stoppedTimer, timerJson } from '#/test/timer-json.ts';

const SERVER_TIME = '2026-11-19T16:00:00.000Z';
const WEEK = [...WEEKS_KEY, '2026-11-16'];

function setUp(...timers: TimerJson[]) {
  const client = new QueryClient();
  const day = { date: '2026-11-19', elapsed_ms: 0, timers: 0 };
  const days = [{ ...day, starts_at: '2026-11-19T00:00:00.000Z', ends_at: '2026-11-20T00:00:00.000Z' }];
  const totals = { elapsed_ms: 0, as_of: SERVER_TIME, time_zone: 'UTC', days };
  client.setQueryData<TimerListJson>(WEEK, { timers, totals, next_cursor: null, server_time: SERVER_TIME });
  const clock = new ServerClock({ wall: () => 0, monotonic: () => 0 });
  const send = vi.fn<Http['send']>();
  const http = { send } as unknown as Http;
  const mutations = new TimerMutations({ client, http, updates: new TimerUpdates(client), clock, userId: 'user' });
  const shown = () => client.getQueryData<TimerListJson>(WEEK)?.timers ?? [];
  return { client, mutations, entryMutations: new EntryMutations(mutations, http), send, shown };
}

const morning = stoppedTimer([['09:00', '10:00']], { id: 'morning', title: 'Morning', version: 3 });
const noon = stoppedTimer([['11:00', '12:00']], { id: 'noon', title: 'Noon', version: 2 });
const ticket = { id: 'known', key: 'acme/api#34' };
const named = (key: string) => ({ key, title: '', url: null });
const about = (subject: SubjectChange) => ({ spans: null, subject });
const responseOf = (more: object) => ({ server_time: SERVER_TIME, ...more }) as never;

describe('recorded time', () => {
  it('merged is shown at once as one entry, and as two again when it is rejected', async () => {
    const { entryMutations, send, shown } = setUp(noon, morning);
    send.mockRejectedValue(new ApiProblem(403, { code: 'forbidden' }));
    const mutation = entryMutations.merge(noon, morning);
    expect(shown()).toMatchObject([{ id: 'noon', started_at: '2026-11-19T09:00:00.000Z', spans: [{}, {}] }]);
    await expect(mutation).rejects.toMatchObject({ code: 'forbidden' });
    expect(shown()).toEqual([noon, morning]);
  });

  it('merged is the server’s result', async () => {
    const { entryMutations, send, shown } = setUp(noon, morning);
    const timer = { ...noon, version: 3, spans: [...morning.spans, ...noon.spans] };
    send.mockResolvedValue(responseOf({ timer, merged: { ...morning, status: 'discarded', version: 4 } }));
    await entryMutations.merge(noon, morning);
    expect(send.mock.calls[0]).toMatchObject(['/timers/noon/merge', { method: 'POST', body: { timer_id: 'morning' } }]);
    expect(shown()).toEqual([timer]);
  });

  it('split shows both parts', async () => {
    const { entryMutations, send, shown } = setUp(morning);
    const timer = stoppedTimer([['09:00', '09:30']], { id: 'morning', version: 4 });
    const second = stoppedTimer([['09:30', '10:00']], { id: 'second' });
    send.mockResolvedValue(responseOf({ timer, second }));
    await entryMutations.split(morning, Date.parse('2026-11-19T09:30:00Z'));
    expect(send.mock.calls[0]).toMatchObject([
      '/timers/morning/split',
      { method: 'POST', body: { at: '2026-11-19T09:30:00.000Z' }, ifMatch: 3 },
    ]);
    expect(shown()).toEqual([second, timer]);
  });

  it('deleted is removed at once, and returns to its place when undone', async () => {
    const { mutations, entryMutations, send, shown } = setUp(noon, morning);
    const gone: TimerJson = { ...morning, status: 'discarded', version: 4 };
    send.mockResolvedValueOnce(responseOf({ timer: gone, ended: null, changed: true }));
    const deleted = mutations.change(morning, 'discard');
    expect(shown()).toEqual([noon]);
    await deleted;
    const back = { ...morning, version: 5 };
    send.mockResolvedValueOnce(responseOf({ timer: back, changed: true }));
    const restored = entryMutations.restore(morning, gone);
    expect(shown().map(({ id }) => id)).toEqual(['noon', 'morning']);
    await restored;
    expect(shown()).toEqual([noon, back]);
  });

  it('deleted stays deleted when its time has been taken since', async () => {
    const { entryMutations, send, shown } = setUp(noon);
    send.mockRejectedValue(new ApiProblem(409, { code: 'time_overlaps' }));
    const gone: TimerJson = { ...morning, status: 'discarded', version: 4 };
    await expect(entryMutations.restore(morning, gone)).rejects.toMatchObject({ code: 'time_overlaps' });
    expect(shown()).toEqual([noon]);
  });

  it('edited waits for the response, for the version that was seen', async () => {
    const { entryMutations, send, shown } = setUp(morning);
    const spans = [{ started_at: '2026-11-19T08:00:00.000Z', ended_at: '2026-11-19T10:00:00.000Z' }];
    send.mockRejectedValue(new ApiProblem(409, { code: 'time_overlaps' }));
    await expect(entryMutations.setSpans(morning, spans)).rejects.toMatchObject({ code: 'time_overlaps' });
    expect(send.mock.calls[0]).toMatchObject(['/timers/morning/spans', { method: 'PUT', body: { spans }, ifMatch: 3 }]);
    expect(shown()).toEqual([morning]);
  });

  it('edited in both halves is done once both are saved, and no half is sent twice', async () => {
    const { client, entryMutations, send, shown } = setUp(morning);
    const spans = [{ started_at: '2026-11-19T08:00:00.000Z', ended_at: '2026-11-19T10:00:00.000Z' }];
    const timed = { ...morning, version: 4 };
    const renamed = { ...timed, title: 'Early', version: 5 };
    send.mockResolvedValueOnce(responseOf({ timer: timed }));
    send.mockRejectedValueOnce(new NoResponse('away'));
    send.mockResolvedValueOnce(responseOf({ timer: renamed }));
    const [onTimes, successes] = [vi.fn(), [] as TimerJson[][]];
    client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && mutation.state.status === 'success') successes.push(shown());
    });
    vi.useFakeTimers();
    const saving = entryMutations.save(morning, { spans, subject: { title: 'Early' } }, onTimes);
    await vi.advanceTimersByTimeAsync(0);
    expect(onTimes).toHaveBeenCalledExactlyOnceWith(timed);
    expect(successes).toEqual([]);
    await vi.advanceTimersByTimeAsync(1_000);
    vi.useRealTimers();
    expect(await saving).toMatchObject({ timer: renamed });
    expect(successes).toHaveLength(1);
    expect(send.mock.calls.map(([path, options]) => [path, options?.ifMatch])).toEqual([
      ['/timers/morning/spans', 3],
      ['/timers/morning', 4],
      ['/timers/morning', 4],
    ]);
    expect(shown()).toEqual([renamed]);
  });

  it('edited only in its times is one request, and saved times are reported if its title is rejected', async () => {
    const { entryMutations, send } = setUp(morning);
    const spans = [{ started_at: '2026-11-19T08:00:00.000Z', ended_at: '2026-11-19T10:00:00.000Z' }];
    const timed = { ...morning, version: 4 };
    const onTimes = vi.fn();
    send.mockResolvedValueOnce(responseOf({ timer: timed }));
    expect(await entryMutations.save(morning, { spans, subject: {} }, onTimes)).toMatchObject({ timer: timed });
    expect(send).toHaveBeenCalledOnce();
    send.mockResolvedValueOnce(responseOf({ timer: { ...morning, version: 5 } }));
    send.mockRejectedValueOnce(new ApiProblem(404, { code: 'ticket_not_found' }));
    const subject = { ticket: named('API-9') };
    await expect(entryMutations.save(timed, { spans, subject }, onTimes)).rejects.toMatchObject({
      code: 'ticket_not_found',
    });
    expect(onTimes).toHaveBeenLastCalledWith({ ...morning, version: 5 });
  });

  it('is moved to a ticket known by its number, and to none', async () => {
    const { entryMutations, send } = setUp(morning);
    send.mockResolvedValueOnce(responseOf({ tickets: [{ id: 'other', key: 'acme/api#134' }, ticket] }));
    send.mockResolvedValueOnce(responseOf({ timer: { ...morning, version: 4 } }));
    const { timer } = await entryMutations.save(morning, about({ ticket: named('#34'), tags: ['bug'] }), vi.fn());
    const body = { tags: ['bug'], ticket_id: 'known' };
    expect(send.mock.calls[1]).toMatchObject(['/timers/morning', { method: 'PATCH', body, ifMatch: 3 }]);
    send.mockResolvedValueOnce(responseOf({ timer: { ...morning, version: 5 } }));
    await entryMutations.save(timer, about({ ticket: null }), vi.fn());
    expect(send.mock.calls[2]?.[1]).toMatchObject({ body: { ticket_id: null }, ifMatch: 4 });
  });

  it('is moved to a new ticket, created with its link and named after the entry', async () => {
    const { entryMutations, send } = setUp(morning);
    const url = 'https://example.com/API-7';
    send.mockResolvedValueOnce(responseOf({ tickets: [] }));
    send.mockResolvedValueOnce(responseOf({}));
    send.mockResolvedValueOnce(responseOf({ timer: { ...morning, version: 4 } }));
    await entryMutations.save(morning, about({ ticket: { ...named('API-7'), url } }), vi.fn());
    expect(send.mock.calls[1]).toMatchObject(['/tickets', { body: { key: 'API-7', url, title: 'Morning' } }]);
    expect(send.mock.calls[2]?.[1]?.body).toEqual({ ticket_key: 'API-7', create_ticket: true, title: 'Morning' });
  });

  it('is restored to its earlier subject, including its project', async () => {
    const { entryMutations, send } = setUp(morning);
    send.mockResolvedValue(responseOf({ timer: { ...morning, version: 5 } }));
    await entryMutations.restoreSubject({ ...morning, version: 4 }, morning);
    const body = { title: 'Morning', tags: morning.tags, ticket_id: null, project_id: null };
    expect(send.mock.calls[0]).toMatchObject(['/timers/morning', { method: 'PATCH', body, ifMatch: 4 }]);
  });

  it('edited while its pause is in flight keeps the end that the server gave it, and so does its undo', async () => {
    const early = spanJson('2026-11-19T09:00:00.000Z', '2026-11-19T10:00:00.000Z', 'early');
    const lateSpan = spanJson('2026-11-19T11:00:00.000Z', null, 'late');
    const running = timerJson({ id: 'long', version: 6, spans: [early, lateSpan] });
    const { mutations, entryMutations, send } = setUp();
    const ended = { ...lateSpan, ended_at: '2026-11-19T12:00:00.456Z' };
    const response = Promise.withResolvers<never>();
    send.mockReturnValueOnce(response.promise);
    const pausing = mutations.change(running, 'pause');
    const foreseen = optimistic(running, 'pause', 0);
    const moved = { started_at: '2026-11-19T09:15:00.000Z', ended_at: '2026-11-19T10:15:00.000Z' };
    const edited = entryMutations.setSpans(foreseen, [moved, foreseen.spans[1] as SpanBody]);
    response.resolve(responseOf({ timer: { ...running, status: 'paused', version: 7, spans: [early, ended] } }));
    send.mockResolvedValue(responseOf({ timer: { ...running, status: 'paused', version: 8 } }));
    await Promise.all([pausing, edited]);
    expect(send.mock.calls[1]?.[1]).toMatchObject({
      body: { spans: [moved, { ended_at: ended.ended_at }] },
      ifMatch: 7,
    });
    await entryMutations.setSpans({ ...running, version: 8 }, foreseen.spans);
    expect(send.mock.calls[2]?.[1]).toMatchObject({ body: { spans: [{}, { ended_at: ended.ended_at }] }, ifMatch: 8 });
  });
});
