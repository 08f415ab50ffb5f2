import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from '@playwright/test';
import { openProxy } from '#/e2e/proxy.ts';
import { clockText, composer, expect, expectNoBarriers, openBrowserAs, openToday, test } from '#/e2e/support.ts';

test.use({ serviceWorkers: 'allow' });

/** Resolves once the offline page is cached. */
async function shellKept(page: Page) {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
}

/** Makes the worker with this file take over, as after a deploy. */
async function deployWorker(context: BrowserContext, page: Page, file: string, before = '') {
  const body = before + (await readFile(`app/sw.js/${file}`, 'utf8'));
  await context.route(/\/sw\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body }));
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js?deployed')));
}

const keptNames = (page: Page) => page.evaluate(() => caches.keys());

test('the page can be installed, and a new build takes over at once', { tag: '@prove' }, async ({
  page,
  person,
  context,
}) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await shellKept(page);

  await test.step('the page can be installed', async () => {
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { icons, ...manifest } = JSON.parse(data ?? '{}');
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone', name: 'Timer Service' });
    for (const { src, sizes } of icons) {
      const size = await page.evaluate(async (address) => {
        const image = await createImageBitmap(await (await fetch(address)).blob());
        return `${image.width}x${image.height}`;
      }, src);
      expect(size, src).toBe(sizes);
    }
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // Playwright's windows are private ones; Chromium reports that only when nothing else is wrong.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });

  await test.step('a new build takes over at once, and clears what was kept for the one before it', async () => {
    expect(await keptNames(page)).not.toContain('shell-the-next');
    await deployWorker(context, page, 'worker.js', "const BUILD = 'the-next';\n");
    await expect.poll(() => keptNames(page)).toEqual(['shell-the-next']);
  });
});

test('without the server a reload shows the frame and the last known timer, dimmed, and recovers by itself', {
  tag: '@prove',
}, async ({ page, device, context }) => {
  const rejected: string[] = [];
  page.on('console', (message) => /Content Security Policy/.test(message.text()) && rejected.push(message.text()));
  await device.start({ title: 'Rate limiter', ticket_key: 'API-412', create_ticket: true });
  await openToday(page);
  await expect(clockText(page)).toBeVisible();
  await shellKept(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_known_timer'))).toContain('API-412');

  await context.setOffline(true);
  await page.reload();
  const known = page.getByRole('region', { name: 'Last known timer' });
  await expect(known).toContainText('API-412');
  await expect(known).toContainText(/Running at \d\d:\d\d on \w+ \d+ \w+, when the server last responded/);
  await expect(page.getByText(/^Offline/)).toBeVisible();
  const [gray, text] = await known.evaluate((box) => [
    getComputedStyle(box).color,
    getComputedStyle(document.body).color,
  ]);
  expect(gray).not.toBe(text);
  // Nothing that looks live: no running clock, no cached response of the API.
  await expect(clockText(page)).toHaveCount(0);
  expect(await page.evaluate(() => fetch('/api/v1/timers/current').then(String, () => 'no answer'))).toBe('no answer');
  await expectNoBarriers(page, 'offline');

  await page.goto('/alarms').catch(() => {});
  await expect(known).toContainText('API-412');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Alarms' })).toBeVisible();
  expect(rejected).toEqual([]);
});

// Other statuses of a proxy: app/sw.js/worker.test.ts.
test('a proxy that responds with 503 is not shown: the last known timer is, until the service is back', {
  tag: '@prove',
}, async ({ page, device, baseURL }) => {
  await device.start({ title: 'Rate limiter', ticket_key: 'API-412', create_ticket: true });
  const proxy = await openProxy(baseURL ?? '');
  await page.goto(proxy.origin);
  await expect(clockText(page)).toBeVisible();
  await shellKept(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_known_timer'))).toContain('API-412');

  proxy.plan.status = 503;
  await page.reload();
  await expect(page.getByRole('region', { name: 'Last known timer' })).toContainText('API-412');
  await expect(page.getByText('Bad gateway')).toHaveCount(0);
  proxy.plan.status = null;
  const again = page.getByRole('button', { name: 'Try now' });
  await expect(async () => {
    // It may have retried by itself, and then the button is gone.
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(clockText(page)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await page.goto('about:blank');
  proxy.close();
});

test('signing out leaves nothing of the timer on the device', async ({ browser, baseURL, person }) => {
  const { page, context } = await openBrowserAs(browser, person, { baseURL, serviceWorkers: 'allow' });
  await openToday(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_known_timer'))).not.toBeNull();
  await composer(page).fill('A draft that nobody else may read');
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/sign-in/);
  expect(await page.evaluate(() => localStorage.getItem('last_known_timer'))).toBeNull();
  expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')))).toEqual([]);
  const stored = await page.evaluate(async () => {
    const requests = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(stored.filter((path) => !path.startsWith('/_next/static/') && path !== '/offline')).toEqual([]);
  await context.close();
});

test('the worker that a build left behind is removed when someone develops at the same address', {
  tag: '@prove',
}, async ({ page, person, context }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await shellKept(page);
  await deployWorker(context, page, 'no-worker.js');
  await expect.poll(() => keptNames(page)).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test('a return from GitHub makes one request, even though pages are preloaded', async ({ page }) => {
  const worker = `const BUILD = 'once';\n${await readFile('app/sw.js/worker.js', 'utf8')}`;
  const requested: string[] = [];
  const server = createServer((request, response) => {
    const isWorker = request.url === '/sw.js';
    requested.push(request.url ?? '');
    response.writeHead(200, { 'content-type': isWorker ? 'text/javascript' : 'text/html' });
    response.end(isWorker ? worker : '<!doctype html><title>A page</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  await page.goto(origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js');
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated') await new Promise((done) => active?.addEventListener('statechange', done));
  });
  const paths = ['/settings', '/api/auth/callback/github?code=good-for-once'];
  for (const path of paths) {
    await page.goto(`${origin}${path}`);
    await expect(page).toHaveTitle('A page');
  }
  for (const path of paths) expect(requested.filter((one) => one === path)).toEqual([path]);
  server.closeAllConnections();
  server.close();
});
