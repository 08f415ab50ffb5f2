import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Http } from '#/lib/client/http/http.ts';
import { ApiProblem, NoResponse } from '#/lib/client/http/problem.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';
import { isOptimistic } from '#/lib/client/timers/optimistic-timer.ts';
import type { TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import { CURRENT_KEY } from '#/lib/client/timers/timer-keys.ts';
import { TimerMutations } from '#/lib/client/timers/timer-mutations.ts';
import { TimerUpdates } from '#/lib/client/timers/timer-updates.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const SERVER_TIME = '2026-11-19T12:00:01.000Z';
const DRAFT: TimerDraft = { title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp(current: Partial<CurrentTimerJson> = {}) {
  const client = new QueryClient();
  client.setQueryData<CurrentTimerJson>(CURRENT_KEY, {
    timer: null,
    paused: [],
    elsewhere: null,
    questions: [],
    server_time: '2026-11-19T11:59:00Z',
    ...current,
  });
  const clock = new ServerClock({ wall: () => Date.now(), monotonic: () => performance.now() });
  const send = vi.fn<Http['send']>();
  const http = { send } as unknown as Http;
  const updates = new TimerUpdates(client);
  const mutations = new TimerMutations({ client, http, updates, clock, userId: 'user' });
  const shown = () => client.getQueryData<CurrentTimerJson>(CURRENT_KEY) as CurrentTimerJson;
  return { mutations, send, shown, updates, client };
}

const started = (timer: TimerJson, ended: TimerJson | null = null) => ({ timer, ended, server_time: SERVER_TIME });
const changed = (timer: TimerJson) => ({ timer, ended: null, changed: true, server_time: SERVER_TIME });
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a start', () => {
  it("is shown at once, and then replaced by the server's timer", async () => {
    const { mutations, send, shown } = setUp();
    const real = timerJson({ title: 'Stand-up', running_since: '2026-11-19T12:00:00.500Z' });
    send.mockResolvedValue(started(real));
    const mutation = mutations.start(DRAFT, 'reject');
    expect(shown().timer).toMatchObject({ title: 'Stand-up', status: 'running' });
    expect(isOptimistic(shown().timer?.id ?? '')).toBe(true);
    const key = mutations.keyOf(shown().timer as TimerJson);
    await mutation;
    expect(mutations.keyOf(real)).toBe(key);
    expect(shown()).toMatchObject({ timer: real, paused: [] });
  });

  it('is sent before the page draws it', async () => {
    const { mutations, send, client } = setUp();
    send.mockResolvedValue(started(timerJson({ title: 'Stand-up' })));
    const sentWhenDrawn: number[] = [];
    client.getQueryCache().subscribe(({ type }) => type === 'updated' && sentWhenDrawn.push(send.mock.calls.length));
    await mutations.start(DRAFT, 'reject');
    expect(sentWhenDrawn[0]).toBe(1);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('on a new ticket with a link creates the ticket first, and uses one that was created meanwhile', async () => {
    const { mutations, send } = setUp();
    const draft = {
      ...DRAFT,
      newTicketKey: 'ENG-1',
      newTicketUrl: 'https://linear.app/acme/issue/ENG-1',
      project: 'web',
    };
    send.mockRejectedValueOnce(new ApiProblem(409, { code: 'ticket_key_taken' }));
    send.mockResolvedValue(started(timerJson({ title: 'Stand-up' })));
    await mutations.start(draft, 'reject');
    const body = { key: 'ENG-1', url: 'https://linear.app/acme/issue/ENG-1', title: 'Stand-up', project: 'web' };
    expect(send.mock.calls[0]).toMatchObject(['/tickets', { method: 'POST', body }]);
    expect(send.mock.calls[1]?.[1]).toMatchObject({ body: { ticket_key: 'ENG-1', project: 'web' } });
  });

  it('on a new ticket that is rejected does not begin', async () => {
    const { mutations, send, shown } = setUp();
    send.mockRejectedValue(new ApiProblem(403, { code: 'forbidden' }));
    const draft = { ...DRAFT, newTicketKey: 'ENG-1', newTicketUrl: 'https://linear.app/acme/issue/ENG-1' };
    await expect(mutations.start(draft, 'reject')).rejects.toMatchObject({ code: 'forbidden' });
    expect(send).toHaveBeenCalledTimes(1);
    expect(shown().timer).toBeNull();
  });

  it('that the stream reports before its response is one timer, whatever another device does to it', async () => {
    const { mutations, send, shown, updates } = setUp();
    const response = Promise.withResolvers<unknown>();
    send.mockReturnValue(response.promise as never);
    const mutation = mutations.start(DRAFT, 'reject');
    await settle();
    const real = timerJson({ title: 'Stand-up', running_since: '2026-11-19T12:00:00.500Z' });
    const requestId = send.mock.calls[0]?.[1]?.requestId ?? '';
    mutations.onEvent({ type: 'timer.started', timer: real, request_id: requestId });
    expect(shown().timer).toMatchObject({ id: real.id, title: 'Stand-up' });
    const pausedElsewhere = { ...real, status: 'paused' as const, running_since: null, version: real.version + 1 };
    updates.apply(pausedElsewhere);
    expect(shown()).toMatchObject({ timer: null, paused: [{ id: real.id }] });
    response.resolve(started(real));
    await mutation;
    expect(shown()).toMatchObject({ timer: null, paused: [{ id: real.id }] });
    expect(shown().paused).toHaveLength(1);
  });

  it('that began earlier is shown so at once, and ends the running timer at that same instant', async () => {
    const running = timerJson({ running_since: '2026-11-19T09:00:00.000Z' });
    const { mutations, send, shown } = setUp({ timer: running });
    const response = Promise.withResolvers<unknown>();
    send.mockReturnValue(response.promise as never);
    const startedAt = NOW - 10 * 60_000;
    const mutation = mutations.start({ ...DRAFT, startedAt }, 'switch');
    expect(shown().timer).toMatchObject({
      started_at: '2026-11-19T11:50:00.000Z',
      spans: [{ started_at: '2026-11-19T11:50:00.000Z', origin: 'back_dated' }],
    });
    await settle();
    expect(send.mock.calls[0]?.[1]).toMatchObject({ body: { started_at: '2026-11-19T11:50:00.000Z' } });
    response.resolve(started(timerJson({ title: 'Stand-up' })));
    await mutation;
  });

  it('that loses a race shows the winner', async () => {
    const { mutations, send, shown } = setUp();
    const winner = timerJson({ title: 'The winner' });
    send.mockRejectedValue(new ApiProblem(409, { code: 'timer_already_running', current: winner }));
    await expect(mutations.start(DRAFT, 'reject')).rejects.toMatchObject({ code: 'timer_already_running' });
    expect(shown()).toMatchObject({ timer: winner, paused: [] });
  });

  it('that is rejected for another reason restores the previous timer', async () => {
    const running = timerJson();
    const { mutations, send, shown } = setUp({ timer: running });
    send.mockRejectedValue(new ApiProblem(404, { code: 'ticket_not_found' }));
    const mutation = mutations.start(DRAFT, 'switch');
    expect(shown().timer?.title).toBe('Stand-up');
    await expect(mutation).rejects.toMatchObject({ code: 'ticket_not_found' });
    expect(shown()).toMatchObject({ timer: running, paused: [] });
  });

  it('is not shown before the response when a timer is running and no switch was requested', async () => {
    const running = timerJson();
    const { mutations, send, shown } = setUp({ timer: running });
    send.mockRejectedValue(new ApiProblem(409, { code: 'timer_already_running', current: running }));
    const mutation = mutations.start(DRAFT, 'reject');
    expect(shown().timer).toBe(running);
    await expect(mutation).rejects.toThrow();
  });
});

describe('an action without a response', () => {
  it('is retried with the same key, and rolled back in the end', async () => {
    const running = timerJson();
    const { mutations, send, shown } = setUp({ timer: running });
    send.mockRejectedValue(new NoResponse('away'));
    const mutation = mutations.change(running, 'pause');
    mutation.catch(() => {});
    expect(shown().paused).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(mutation).rejects.toThrow('away');
    const keys = send.mock.calls.map(([, ask]) => ask?.idempotencyKey);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(shown()).toMatchObject({ timer: running, paused: [] });
  });

  it('is not retried when the server has rejected it', async () => {
    const running = timerJson();
    const { mutations, send } = setUp({ timer: running });
    send.mockRejectedValue(new ApiProblem(409, { code: 'timer_ended' }));
    await expect(mutations.change(running, 'pause')).rejects.toThrow();
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('actions in quick succession', () => {
  it('are sent one after the other, for the timer that the start created', async () => {
    const { mutations, send, shown } = setUp();
    const real = timerJson({ id: 'real' });
    const response = Promise.withResolvers<ReturnType<typeof started>>();
    send.mockReturnValueOnce(response.promise);
    send.mockResolvedValueOnce(changed({ ...real, version: 2, status: 'paused' }));
    const start = mutations.start(DRAFT, 'reject');
    const pause = mutations.change(shown().timer as TimerJson, 'pause');
    await settle();
    expect(send).toHaveBeenCalledOnce();
    response.resolve(started(real));
    await Promise.all([start, pause]);
    expect(send.mock.calls[1]?.[0]).toBe('/timers/real/pause');
    expect(shown()).toMatchObject({ timer: null, paused: [{ id: 'real', status: 'paused' }] });
  });

  it('do not flicker: the response to the start does not undo the pause', async () => {
    const { mutations, send, shown } = setUp();
    const real = timerJson({ id: 'real' });
    const responses = [Promise.withResolvers<ReturnType<typeof changed>>(), Promise.withResolvers<never>()] as const;
    send.mockResolvedValueOnce(started(real));
    send.mockReturnValueOnce(responses[0].promise);
    send.mockReturnValueOnce(responses[1].promise);
    const start = mutations.start(DRAFT, 'reject');
    const optimistic = shown().timer as TimerJson;
    const pause = mutations.change(optimistic, 'pause');
    await start;
    expect(shown()).toMatchObject({ timer: null, paused: [{ id: 'real', status: 'paused' }] });
    expect(mutations.keyOf(shown().paused[0] as TimerJson)).toBe(mutations.keyOf(optimistic));

    const resume = mutations.change(shown().paused[0] as TimerJson, 'resume');
    const paused: TimerJson = { ...real, version: 2, status: 'paused' };
    responses[0].resolve(changed(paused));
    await pause;
    expect(shown()).toMatchObject({ timer: { id: 'real', status: 'running' }, paused: [] });
    responses[1].reject(new ApiProblem(409, { code: 'timers_disabled' }));
    await expect(resume).rejects.toThrow();
    expect(shown()).toMatchObject({ timer: null, paused: [{ id: 'real', status: 'paused' }] });
  });

  it('that are rejected once the start got a response leave the timer that it created', async () => {
    const { mutations, send, shown } = setUp();
    const pauses = Promise.withResolvers<never>();
    send.mockResolvedValueOnce(started(timerJson({ id: 'real' })));
    send.mockReturnValueOnce(pauses.promise);
    const start = mutations.start(DRAFT, 'reject');
    const pause = mutations.change(shown().timer as TimerJson, 'pause');
    await start;
    pauses.reject(new ApiProblem(403, { code: 'forbidden' }));
    await expect(pause).rejects.toThrow();
    expect(shown()).toMatchObject({ timer: { id: 'real', status: 'running' }, paused: [] });
  });

  it('do not flicker: the response to the first does not undo the second', async () => {
    const running = timerJson();
    const { mutations, send, shown } = setUp({ timer: running });
    const second = Promise.withResolvers<ReturnType<typeof changed>>();
    send.mockResolvedValueOnce(changed({ ...running, version: 2, status: 'paused' }));
    send.mockReturnValueOnce(second.promise);
    const pause = mutations.change(running, 'pause');
    const resume = mutations.change(shown().paused[0] as TimerJson, 'resume');
    await pause;
    expect(shown().timer?.status).toBe('running');
    second.resolve(changed({ ...running, version: 3 }));
    await resume;
    expect(shown()).toMatchObject({ timer: { version: 3 }, paused: [] });
  });

  it('on a timer whose start failed are not sent', async () => {
    const { mutations, send, shown } = setUp();
    send.mockRejectedValue(new ApiProblem(404, { code: 'ticket_not_found' }));
    const start = mutations.start(DRAFT, 'reject');
    const stop = mutations.change(shown().timer as TimerJson, 'stop');
    stop.catch(() => {});
    await expect(start).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(stop).rejects.toThrow();
    expect(send).toHaveBeenCalledOnce();
    expect(shown()).toMatchObject({ timer: null, paused: [] });
  });
});

describe('an edit', () => {
  it('is conditional on the version that is shown', async () => {
    const running = timerJson({ version: 4 });
    const { mutations, send, shown } = setUp({ timer: running });
    send.mockResolvedValue(changed({ ...running, version: 5, title: 'New' }));
    const edited = mutations.edit(running, { title: 'New' }, { title: 'New' });
    expect(shown().timer?.title).toBe('New');
    await edited;
    expect(send.mock.calls[0]?.[1]).toMatchObject({ method: 'PATCH', body: { title: 'New' }, ifMatch: 4 });
  });

  it('made while others are in flight is conditional on their resulting version', async () => {
    const running = timerJson({ version: 4 });
    const { mutations, send, shown } = setUp({ timer: running });
    send.mockResolvedValueOnce(changed({ ...running, version: 5, title: 'A' }));
    // An edit without a change leaves the version.
    send.mockResolvedValueOnce(changed({ ...running, version: 5, title: 'A' }));
    send.mockResolvedValueOnce(changed({ ...running, version: 6, title: 'B' }));
    const edit = (title: string) => mutations.edit(shown().timer as TimerJson, { title }, { title });
    await Promise.all([edit('A'), edit('A'), edit('B')]);
    expect(send.mock.calls.map(([, ask]) => ask?.ifMatch)).toEqual([4, 5, 5]);
    expect(shown().timer?.title).toBe('B');
  });

  it('made after a rejected one is conditional on the version before it', async () => {
    const running = timerJson({ version: 4 });
    const { mutations, send, shown } = setUp({ timer: running });
    send.mockRejectedValueOnce(new ApiProblem(422, { code: 'invalid' }));
    send.mockResolvedValueOnce(changed({ ...running, version: 5, title: 'B' }));
    const edit = (title: string) => mutations.edit(shown().timer as TimerJson, { title }, { title });
    const [first, second] = await Promise.allSettled([edit('A'), edit('B')]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(send.mock.calls.map(([, ask]) => ask?.ifMatch)).toEqual([4, 4]);
  });

  it('is conditional on the version that its form was opened with, whatever has changed since', async () => {
    const running = timerJson({ version: 4 });
    const { mutations, send, updates } = setUp({ timer: running });
    updates.apply({ ...running, version: 7 }, SERVER_TIME);
    send.mockRejectedValue(new ApiProblem(412, { code: 'timer_version_mismatch' }));
    await expect(mutations.edit(running, { title: 'New' }, {})).rejects.toThrow();
    expect(send.mock.calls[0]?.[1]).toMatchObject({ ifMatch: 4 });
  });
});

describe('its own events', () => {
  it('are recognized by the id of the request', async () => {
    const running = timerJson();
    const { mutations, send } = setUp({ timer: running });
    send.mockResolvedValue(changed({ ...running, version: 2, status: 'paused' }));
    await mutations.change(running, 'pause');
    const requestId = send.mock.calls[0]?.[1]?.requestId ?? null;
    expect(mutations.isOwn(requestId)).toBe(true);
    expect(mutations.isOwn('another')).toBe(false);
    expect(mutations.isOwn(null)).toBe(false);
  });
});
