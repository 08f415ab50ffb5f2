import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { openProxy } from '#/e2e/proxy.ts';
import { callApi, expect, openBrowserAs, openToday, test, untilIdle } from '#/e2e/support.ts';
import { zoneClock } from '#/lib/core/zone-clock.ts';

type Shift = { value: number; moved: string[] };

/** Every layout shift without input on the pages that are opened from now on, as the browser reports it. */
async function watchShifts(page: Page): Promise<() => Promise<Shift[]>> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] };
    type Source = { node: Element | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly };
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        const moved = sources.map(
          ({ node, previousRect: { x, y, width, height }, currentRect: to }) =>
            `${(node?.outerHTML ?? String(node?.nodeName)).slice(0, 120)} from ${x},${y} ${width}×${height} to ${to.x},${to.y} ${to.width}×${to.height}`,
        );
        if (!hadRecentInput) shifts.push({ value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
}

/** Only the very first page does not know the device's zone yet, and asks a moment later. */
async function firstPage(page: Page): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings')]);
  await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain('device_zone');
}

// An element that moves between press and release misses the click.
for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test('nothing moves by itself while a page hydrates', { tag: '@prove' }, async ({ page, context, device }) => {
      const shifts = await watchShifts(page);
      const worked = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
      await device.stop(worked);
      await device.start({ ticket_key: 'OPS-81', title: 'Lease renewal', create_ticket: true });
      const alarm = { delay: '1h', url: 'https://example.com/hook', name: 'Nightly build' };
      const { id } = (await callApi(context, 'post', '/alarms', alarm)).alarm;
      await firstPage(page);
      const link = { name: 'For Acme', query: { period: 'month', group_by: 'week', then_by: 'ticket' } };
      const shared = new URL((await callApi(context, 'post', '/reports/links', link)).url).pathname;
      const pages = ['/', '/calendar', '/timesheet', '/tickets', '/tickets/API-412', '/alarms', `/alarms/${id}`];
      const tabs = ['/detailed?then=ticket', '/tickets', '/pomodoro', '/team-day', '/saved'];
      const reports = ['/reports', ...tabs.map((tab) => `/reports${tab}`)];
      for (const path of [...pages, ...reports, shared, '/team/members', '/team/weeks', '/settings']) {
        // A signed-out person's page receives no updates.
        const received = path === shared ? null : page.waitForRequest('**/api/v1/stream');
        await Promise.all([received, page.goto(path)]);
        await page.waitForLoadState('networkidle');
        const moved = (await shifts()).filter(({ value }) => value > 0.001);
        expect(moved, path).toEqual([]);
      }
    });

    test('nothing moves by itself while a plan is running', { tag: '@prove' }, async ({ page, device }) => {
      const shifts = await watchShifts(page);
      const done = await device.start({ title: 'Lease renewal', type: 'pomodoro' });
      await device.stop(done);
      await device.start({ title: 'Rate limiter', type: 'pomodoro' });
      await firstPage(page);
      await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/')]);
      await page.waitForLoadState('networkidle');
      await expect(page.getByRole('button', { name: 'Skip to break' })).toBeEnabled();
      await expect(page.getByRole('heading', { name: 'Pomodoro today' })).toBeVisible();
      expect((await shifts()).filter(({ value }) => value > 0.001)).toEqual([]);
    });
  });
}

test('a page that arrives in pieces is shown once it is whole', { tag: '@prove' }, async ({
  page,
  device,
  baseURL,
}) => {
  await device.start({ title: 'Rate limiter' });
  await firstPage(page);
  const shifts = await watchShifts(page);
  const rest = Promise.withResolvers<void>();
  const proxy = await openProxy(baseURL ?? '', async (answer, response) => {
    if (!answer.headers['content-type']?.startsWith('text/html')) return answer.pipe(response);
    const html = await text(answer);
    const within = html.indexOf('In sync with the server');
    response.write(html.slice(0, within));
    await rest.promise;
    response.end(html.slice(within));
  });
  try {
    await page.goto(proxy.origin, { waitUntil: 'commit' });
    // Everything needed to show a part is there.
    const isLoaded = () => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
      const wanted = document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>(
        'script[src]:not([nomodule]), link[rel=stylesheet]',
      );
      return wanted.length > 1 && [...wanted].every((file) => loaded.includes('src' in file ? file.src : file.href));
    };
    await page.waitForFunction(isLoaded, undefined, { polling: 50 });
    expect(await page.evaluate(() => performance.getEntriesByType('paint').length)).toBe(0);
    rest.resolve();
    await expect(page.getByText('In sync with the server', { exact: true })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
    expect((await shifts()).filter(({ value }) => value > 0.001)).toEqual([]);
    await page.goto('about:blank');
  } finally {
    proxy.close();
  }
});

test('zones whose clocks agree today but not in half a year are asked about with the next page; those that always agree never', {
  tag: '@prove',
}, async ({ browser, person }) => {
  const device = zoneLikeStockholmToday();
  const { page, context } = await openBrowserAs(browser, person, { timezoneId: `Africa/${device.city}` });
  const shifts = await watchShifts(page);
  const bar = page.getByText(`This device is in ${device.city}, your account in`);
  await openToday(page);
  await untilIdle(page);
  await expect(bar).toBeHidden();
  expect((await shifts()).filter(({ value }) => value > 0.001)).toEqual([]);
  await page.reload();
  await expect(bar).toBeVisible();
  await callApi(context, 'patch', '/me', { time_zone: `Africa/${device.neighbor}` });
  await openToday(page);
  await untilIdle(page);
  await expect(bar).toBeHidden();
});

/** A zone without summer time whose clock agrees with Stockholm's now, and another with the same clock all year. */
function zoneLikeStockholmToday(): { city: string; neighbor: string } {
  const winter = { city: 'Algiers', neighbor: 'Tunis' };
  const summer = { city: 'Johannesburg', neighbor: 'Maputo' };
  const now = Date.now();
  const isWinter = zoneClock('Europe/Stockholm', now).offsetMs === zoneClock('Africa/Algiers', now).offsetMs;
  return isWinter ? winter : summer;
}
