import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';

const ORIGIN = 'https://timers.example';

/** The worker with the pages that it finds at each lookup. */
function setUp(...found: object[][]) {
  const handlers = new Map<string, (event: object) => void>();
  const openWindow = vi.fn<(href: string) => void>();
  const self = {
    location: new URL(ORIGIN),
    addEventListener: (type: string, handler: (event: object) => void) => handlers.set(type, handler),
    clients: { matchAll: async () => found.shift() ?? [], openWindow },
  };
  const warn = vi.fn();
  runInNewContext(readFileSync('app/sw.js/worker.js', 'utf8'), { self, BUILD: '1', URL, console: { warn } });
  const click = async (path: string) => {
    let done: unknown;
    const notification = { close: () => {}, data: { path } };
    handlers.get('notificationclick')?.({ notification, waitUntil: (work: unknown) => (done = work) });
    await done;
  };
  return { click, openWindow, warn };
}
const page = (pathname: string, navigate: (href: string) => Promise<void> = async () => {}) => ({
  url: `${ORIGIN}${pathname}`,
  focus: vi.fn(async () => {}),
  navigate: vi.fn(navigate),
});
const going = () =>
  page('/tickets', async () => {
    throw new TypeError('gone');
  });

it('a click on a message navigates the most recently focused page', async () => {
  const tickets = page('/tickets');
  const { click, openWindow } = setUp([tickets]);
  await click('/alarms');
  expect(tickets.focus).toHaveBeenCalledOnce();
  expect(tickets.navigate).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/alarms`);
  expect(openWindow).not.toHaveBeenCalled();
});

it('keeps a page that is already there, and opens one if there is none', async () => {
  const alarms = page('/alarms');
  const there = setUp([alarms]);
  await there.click('/alarms');
  expect(alarms.navigate).not.toHaveBeenCalled();
  const none = setUp();
  await none.click('/alarms');
  expect(none.openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/alarms`);
});

it.each([
  ['another view of the same page', '/calendar?view=week', '/calendar?view=day&date=2026-11-27'],
  ['a week on a page without weeks', '/timesheet', '/timesheet?week=2026-11-23'],
])('a click on a message opens %s', async (_what, from, to) => {
  const open = page(from);
  const { click } = setUp([open]);
  await click(to);
  expect(open.navigate).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}${to}`);
});

it('a click on a message for the current page keeps its view', async () => {
  const open = page('/calendar?view=week');
  const { click } = setUp([open]);
  await click('/calendar');
  expect(open.navigate).not.toHaveBeenCalled();
});

it('follows a page that was just navigating to its new client', async () => {
  const next = page('/projects');
  const { click, openWindow } = setUp([going()], [next]);
  await click('/alarms');
  expect(next.navigate).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/alarms`);
  expect(openWindow).not.toHaveBeenCalled();
});

it('opens another if the page navigates a second time', async () => {
  const { click, openWindow, warn } = setUp([going()], [going()]);
  await click('/alarms');
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${ORIGIN}/alarms`);
  expect(warn).toHaveBeenCalledTimes(2);
});

it('never navigates to another site', async () => {
  const tickets = page('/tickets');
  const { click, openWindow } = setUp([tickets]);
  await click('https://elsewhere.example/');
  expect(tickets.focus).not.toHaveBeenCalled();
  expect(openWindow).not.toHaveBeenCalled();
});

/** The response to a page request when the network returns this, with the offline page cached. */
async function navigate(response: { status: number } | Error) {
  const handlers = new Map<string, (event: object) => void>();
  const self = {
    location: new URL(ORIGIN),
    addEventListener: (type: string, handler: (event: object) => void) => handlers.set(type, handler),
  };
  const fetch = async () => {
    if (response instanceof Error) throw response;
    return response;
  };
  const caches = { match: async () => 'the offline page' };
  runInNewContext(readFileSync('app/sw.js/worker.js', 'utf8'), { self, BUILD: '1', URL, fetch, caches });
  let given: unknown;
  handlers.get('fetch')?.({
    request: { method: 'GET', mode: 'navigate', url: `${ORIGIN}/tickets` },
    preloadResponse: undefined,
    respondWith: (shown: unknown) => (given = shown),
  });
  return given;
}

it.each([502, 503, 504])(
  'shows the offline page when a proxy responds with %i for a service that is gone',
  async (status) => {
    expect(await navigate({ status })).toBe('the offline page');
  },
);

it('shows the offline page without a connection', async () => {
  expect(await navigate(new TypeError('no line'))).toBe('the offline page');
});

it.each([200, 303, 404, 500, 501, 505])('shows the service’s own response with %i', async (status) => {
  expect(await navigate({ status })).toEqual({ status });
});
