import { afterEach, describe, expect, it, vi } from 'vitest';
import { Http } from '#/lib/client/http/http.ts';
import { Connection } from '#/lib/client/live/connection.ts';
import { ServerClock } from '#/lib/client/time/server-clock.ts';

const SERVER_TIME = '2026-11-19T13:32:08.000Z';

function setUp(respond: () => Promise<Response>) {
  const clock = new ServerClock({ wall: () => 0, monotonic: () => 100 });
  const connection = new Connection({ monotonic: () => 100, serverNow: () => clock.now() });
  const responseReceived = vi.spyOn(connection, 'received');
  const fetched = vi.fn((_url: string, _init: RequestInit) => respond());
  vi.stubGlobal('fetch', fetched);
  const onSignedOut = vi.fn();
  const http = new Http({ clock, connection, workspaceId: 'acme', onSignedOut });
  return { http, clock, responseReceived, fetched, onSignedOut };
}

const json = (status: number, body: unknown) => async () => new Response(JSON.stringify(body), { status });

describe('API requests', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('reject with an error with its code, its message and the running timer', async () => {
    const { http, responseReceived } = setUp(
      json(409, { code: 'timer_already_running', detail: 'Another timer is running.', current: { id: 'winner' } }),
    );
    await expect(http.send('/timers/start', { method: 'POST', body: {} })).rejects.toMatchObject({
      name: 'ApiProblem',
      status: 409,
      code: 'timer_already_running',
      detail: 'Another timer is running.',
      current: { id: 'winner' },
    });
    expect(responseReceived).toHaveBeenCalledOnce();
  });

  it.each([
    [401, 1],
    [403, 0],
  ])('report to the page with a response %i that the session has ended: %i times', async (status, times) => {
    const { http, onSignedOut } = setUp(json(status, { code: 'no', detail: 'No.' }));
    await expect(http.send('/tickets', { method: 'POST', body: {} })).rejects.toMatchObject({ status });
    expect(onSignedOut).toHaveBeenCalledTimes(times);
  });

  it('tell a person, who has no key, to sign in', async () => {
    const { http } = setUp(json(401, { code: 'unauthenticated', detail: 'Sign in, or send an API key.' }));
    await expect(http.send('/tickets')).rejects.toMatchObject({
      message: 'You’re signed out. Sign in from another tab.',
      detail: 'You’re signed out. Sign in from another tab.',
    });
  });

  it.each([
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['a page of a proxy instead of a response', async () => new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['an unreachable database', json(503, { code: 'database_unavailable' })],
    ['a response that is not an object', json(200, 'fine')],
  ])('treat %s as no response', async (_case, respond) => {
    const { http, responseReceived } = setUp(respond);
    await expect(http.send('/time')).rejects.toMatchObject({ name: 'NoResponse' });
    expect(responseReceived).not.toHaveBeenCalled();
  });

  it('can be aborted without counting as a failure of the server', async () => {
    const giveUp = new AbortController();
    const { http } = setUp(async () => {
      giveUp.abort();
      throw giveUp.signal.reason;
    });
    await expect(http.send('/time', { signal: giveUp.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('calibrate the clock with each response', async () => {
    const { http, clock, responseReceived } = setUp(json(200, { server_time: SERVER_TIME }));
    await http.send('/time');
    expect(clock.now()).toBe(Date.parse(SERVER_TIME));
    expect(responseReceived).toHaveBeenCalledOnce();
  });

  it('send headers that make a mutation safe to repeat', async () => {
    const { http, fetched } = setUp(json(200, { server_time: SERVER_TIME }));
    await http.send('/timers/7/stop', { method: 'POST', body: {}, idempotencyKey: 'k', ifMatch: 3, requestId: 'r' });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/timers/7/stop');
    expect(fetched.mock.calls[0]?.[1]).toMatchObject({
      method: 'POST',
      body: '{}',
      headers: {
        'Idempotency-Key': 'k',
        'If-Match': '"3"',
        'X-Request-Id': 'r',
        'X-Workspace-Id': 'acme',
        'Content-Type': 'application/json',
      },
    });
  });
});
