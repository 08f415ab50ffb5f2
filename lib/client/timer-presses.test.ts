import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Http } from '#/lib/client/http.ts';
import { ApiProblem, NoAnswer } from '#/lib/client/problem.ts';
import { ServerClock } from '#/lib/client/server-clock.ts';
import { isForecast } from '#/lib/client/timer-forecast.ts';
import { CURRENT_KEY } from '#/lib/client/timer-keys.ts';
import { TimerNews } from '#/lib/client/timer-news.ts';
import { TimerPresses } from '#/lib/client/timer-presses.ts';
import type { Wish } from '#/lib/client/wish.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { timerJson } from '#/test/timer-json.ts';

const NOW = Date.parse('2026-11-19T12:00:00Z');
const SERVER_TIME = '2026-11-19T12:00:01.000Z';
const WISH: Wish = { title: 'Stand-up', ticket: null, newTicketKey: null, tags: [] };

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
    server_time: '2026-11-19T11:59:00Z',
    ...current,
  });
  const clock = new ServerClock({ wall: () => Date.now(), monotonic: () => performance.now() });
  const send = vi.fn<Http['send']>();
  const http = { send } as unknown as Http;
  const news = new TimerNews(client);
  const presses = new TimerPresses({ client, http, news, clock, userId: 'user' });
  const shown = () => client.getQueryData<CurrentTimerJson>(CURRENT_KEY) as CurrentTimerJson;
  return { presses, send, shown };
}

const started = (timer: TimerJson, ended: TimerJson | null = null) => ({ timer, ended, server_time: SERVER_TIME });
const changed = (timer: TimerJson) => ({ timer, ended: null, changed: true, server_time: SERVER_TIME });
const settle = () => vi.advanceTimersByTimeAsync(0);

describe('a start', () => {
  it("shows at once, and then as the server's timer", async () => {
    const { presses, send, shown } = setUp();
    const real = timerJson({ title: 'Stand-up', running_since: '2026-11-19T12:00:00.500Z' });
    send.mockResolvedValue(started(real));
    const pressed = presses.start(WISH, 'reject');
    expect(shown().timer).toMatchObject({ title: 'Stand-up', status: 'running' });
    expect(isForecast(shown().timer?.id ?? '')).toBe(true);
    const key = presses.keyOf(shown().timer as TimerJson);
    await pressed;
    expect(presses.keyOf(real)).toBe(key);
    expect(shown()).toMatchObject({ timer: real, paused: [] });
  });

  it('that loses a race shows the winner', async () => {
    const { presses, send, shown } = setUp();
    const winner = timerJson({ title: 'The winner' });
    send.mockRejectedValue(new ApiProblem(409, { code: 'timer_already_running', current: winner }));
    await expect(presses.start(WISH, 'reject')).rejects.toMatchObject({ code: 'timer_already_running' });
    expect(shown()).toMatchObject({ timer: winner, paused: [] });
  });

  it('that is refused for another reason leaves what was', async () => {
    const running = timerJson();
    const { presses, send, shown } = setUp({ timer: running });
    send.mockRejectedValue(new ApiProblem(404, { code: 'ticket_not_found' }));
    const pressed = presses.start(WISH, 'switch');
    expect(shown().timer?.title).toBe('Stand-up');
    await expect(pressed).rejects.toMatchObject({ code: 'ticket_not_found' });
    expect(shown()).toMatchObject({ timer: running, paused: [] });
  });

  it('is not foreseen when something runs and nobody said to switch', async () => {
    const running = timerJson();
    const { presses, send, shown } = setUp({ timer: running });
    send.mockRejectedValue(new ApiProblem(409, { code: 'timer_already_running', current: running }));
    const pressed = presses.start(WISH, 'reject');
    expect(shown().timer).toBe(running);
    await expect(pressed).rejects.toThrow();
  });
});

describe('a press without an answer', () => {
  it('is repeated with the same key, and taken back in the end', async () => {
    const running = timerJson();
    const { presses, send, shown } = setUp({ timer: running });
    send.mockRejectedValue(new NoAnswer('away'));
    const pressed = presses.change(running, 'pause');
    pressed.catch(() => {});
    expect(shown().paused).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(pressed).rejects.toThrow('away');
    const keys = send.mock.calls.map(([, ask]) => ask?.idempotencyKey);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    expect(shown()).toMatchObject({ timer: running, paused: [] });
  });

  it('is not repeated when the server has refused', async () => {
    const running = timerJson();
    const { presses, send } = setUp({ timer: running });
    send.mockRejectedValue(new ApiProblem(409, { code: 'timer_ended' }));
    await expect(presses.change(running, 'pause')).rejects.toThrow();
    expect(send).toHaveBeenCalledOnce();
  });
});

describe('presses in quick succession', () => {
  it('go out one after the other, to the timer that the start made', async () => {
    const { presses, send, shown } = setUp();
    const real = timerJson({ id: 'real' });
    const answer = Promise.withResolvers<ReturnType<typeof started>>();
    send.mockReturnValueOnce(answer.promise);
    send.mockResolvedValueOnce(changed({ ...real, version: 2, status: 'paused' }));
    const start = presses.start(WISH, 'reject');
    const pause = presses.change(shown().timer as TimerJson, 'pause');
    await settle();
    expect(send).toHaveBeenCalledOnce();
    answer.resolve(started(real));
    await Promise.all([start, pause]);
    expect(send.mock.calls[1]?.[0]).toBe('/timers/real/pause');
    expect(shown()).toMatchObject({ timer: null, paused: [{ id: 'real', status: 'paused' }] });
  });

  it('do not flicker: the answer to the first does not undo the second', async () => {
    const running = timerJson();
    const { presses, send, shown } = setUp({ timer: running });
    const second = Promise.withResolvers<ReturnType<typeof changed>>();
    send.mockResolvedValueOnce(changed({ ...running, version: 2, status: 'paused' }));
    send.mockReturnValueOnce(second.promise);
    const pause = presses.change(running, 'pause');
    const resume = presses.change(shown().paused[0] as TimerJson, 'resume');
    await pause;
    expect(shown().timer?.status).toBe('running');
    second.resolve(changed({ ...running, version: 3 }));
    await resume;
    expect(shown()).toMatchObject({ timer: { version: 3 }, paused: [] });
  });

  it('to a timer whose start failed reach nobody', async () => {
    const { presses, send, shown } = setUp();
    send.mockRejectedValue(new ApiProblem(404, { code: 'ticket_not_found' }));
    const start = presses.start(WISH, 'reject');
    const stop = presses.change(shown().timer as TimerJson, 'stop');
    stop.catch(() => {});
    await expect(start).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(5_000);
    await expect(stop).rejects.toThrow();
    expect(send).toHaveBeenCalledOnce();
    expect(shown()).toMatchObject({ timer: null, paused: [] });
  });
});

describe('an edit', () => {
  it('is meant for the version that is shown', async () => {
    const running = timerJson({ version: 4 });
    const { presses, send, shown } = setUp({ timer: running });
    send.mockResolvedValue(changed({ ...running, version: 5, title: 'New' }));
    const edited = presses.edit(running, { title: 'New' }, { title: 'New' });
    expect(shown().timer?.title).toBe('New');
    await edited;
    expect(send.mock.calls[0]?.[1]).toMatchObject({ method: 'PATCH', body: { title: 'New' }, ifMatch: 4 });
  });
});

describe('its own events', () => {
  it('are known by the id of the request', async () => {
    const running = timerJson();
    const { presses, send } = setUp({ timer: running });
    send.mockResolvedValue(changed({ ...running, version: 2, status: 'paused' }));
    await presses.change(running, 'pause');
    const requestId = send.mock.calls[0]?.[1]?.requestId ?? null;
    expect(presses.isOwn(requestId)).toBe(true);
    expect(presses.isOwn('another')).toBe(false);
    expect(presses.isOwn(null)).toBe(false);
  });
});
