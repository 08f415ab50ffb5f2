import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PageRequests } from '#/lib/client/http/page-requests.ts';
import { Connection } from '#/lib/client/live/connection.ts';

const FOR_PAGE = { headers: { rsc: '1' } };
const own = vi.fn<typeof fetch>();
const replaceState = vi.fn();
let end = () => {};

/** A page at /, with the parts needed here. */
function openPage() {
  const page = Object.assign(new EventTarget(), {
    fetch: own as typeof fetch,
    location: { href: 'https://app.example/', pathname: '/' },
    history: { replaceState },
  });
  vi.stubGlobal('window', page);
  const connection = new Connection({ monotonic: () => Date.now(), serverNow: () => Date.now(), confirmedAt: 1 });
  const requests = new PageRequests(connection);
  const unreachable = vi.fn();
  end = requests.start(unreachable);
  return { page, connection, requests, unreachable };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  end();
  own.mockReset();
  replaceState.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('a request for a page', () => {
  test('without a response waits for the connection and is sent again', async () => {
    const { page, connection } = openPage();
    own.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(new Response('page'));
    connection.setOnline(false);
    const response = page.fetch('/calendar', FOR_PAGE);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(own).toHaveBeenCalledTimes(1);
    connection.setOnline(true);
    expect(await (await response).text()).toBe('page');
  });

  test('that a proxy answers for a service that is down is sent again', async () => {
    const { page } = openPage();
    own.mockResolvedValueOnce(new Response(null, { status: 502 })).mockResolvedValueOnce(new Response('page'));
    const response = page.fetch('/calendar', FOR_PAGE);
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await response).status).toBe(200);
  });

  test('that fails while everything else gets a response fails in the end', async () => {
    const { page } = openPage();
    own.mockRejectedValue(new TypeError('Failed to fetch'));
    const failed = expect(page.fetch('/calendar', FOR_PAGE)).rejects.toThrow('Failed to fetch');
    await vi.advanceTimersByTimeAsync(60_000);
    await failed;
    expect(own).toHaveBeenCalledTimes(5);
  });

  test('that the router has aborted is not sent again', async () => {
    const { page } = openPage();
    own.mockRejectedValue(new DOMException('Given up', 'AbortError'));
    await expect(page.fetch('/calendar', { ...FOR_PAGE, signal: AbortSignal.abort() })).rejects.toThrow('Given up');
    expect(own).toHaveBeenCalledTimes(1);
  });
});

test.each([
  ['the API', undefined],
  ['a server action', { method: 'POST', headers: { rsc: '1' } }],
])('a failed request to %s fails at once', async (_, init) => {
  const { page } = openPage();
  own.mockRejectedValue(new TypeError('Failed to fetch'));
  await expect(page.fetch('/x', init)).rejects.toThrow('Failed to fetch');
  expect(own).toHaveBeenCalledTimes(1);
});

describe('a requested page', () => {
  test('offline is reported as unavailable, and the router aborts it', async () => {
    const { connection, requests, unreachable } = openPage();
    connection.setOnline(false);
    requests.opening('/calendar?date=2026-11-19');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(unreachable).toHaveBeenCalledExactlyOnceWith('/calendar');
    expect(replaceState).toHaveBeenCalledOnce();
  });

  test('is reported as unavailable once the connection is lost', async () => {
    const { connection, requests, unreachable } = openPage();
    requests.opening('/calendar');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(unreachable).not.toHaveBeenCalled();
    connection.setOnline(false);
    expect(unreachable).toHaveBeenCalledExactlyOnceWith('/calendar');
  });

  test('that is shown in time is not reported', async () => {
    const { page, connection, requests, unreachable } = openPage();
    connection.setOnline(false);
    requests.opening('/calendar');
    page.location.pathname = '/calendar';
    await vi.advanceTimersByTimeAsync(1_000);
    expect(unreachable).not.toHaveBeenCalled();
    expect(replaceState).not.toHaveBeenCalled();
  });

  test('that is left by going back is not reported', async () => {
    const { page, connection, requests, unreachable } = openPage();
    connection.setOnline(false);
    requests.opening('/calendar');
    page.dispatchEvent(new Event('popstate'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(unreachable).not.toHaveBeenCalled();
  });
});
