import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, openToday, test } from '#/e2e/support.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });
test.use({ timezoneId: 'Europe/Stockholm' });

test('Today while its week is loading, and when the server does not respond', async ({
  page,
  person,
  device,
}, info) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  // The request would time out while pictures are still taken.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  await device.start({ title: 'Rate limiter' });
  // The page includes the week: it is stored under another day, so that it has to be requested.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Stockholm' }).format(Date.now() - 7 * DAY_MS);
  await page.route(
    ({ pathname }) => pathname === '/',
    async (route) => {
      if (!route.request().headers().rsc) return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll(day, '2001-01-01') });
    },
  );
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/timers?*', async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.goto('/tickets');
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(page.getByText('Loading today')).toBeAttached();
  await checkScreen(page, info, 'skeleton');
  await expect(page.getByText('Loading today')).toBeAttached();
  held.resolve();
  await expect(page.getByRole('alert', { name: 'No response' })).toBeVisible();
  await checkScreen(page, info, 'no-response');
  // The repeated request is held until there is a response.
  const asked = Promise.withResolvers<void>();
  const again = Promise.withResolvers<void>();
  await page.route('**/api/v1/timers?*', async (route) => {
    asked.resolve();
    await again.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Try now' }).click();
  await asked.promise;
  // Once the page has been drawn with the request in flight.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  await expect(page.getByRole('alert', { name: 'No response' })).toBeVisible();
  again.resolve();
  await expect(page.getByText('Rate limiter').first()).toBeVisible();
});

test('the page shown for the app without a server', async ({ page, device, context }, info) => {
  await device.start({ ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true });
  await openToday(page);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_known_timer'))).toContain('API-412');
  await page.goto('/offline');
  await expect(page.getByRole('region', { name: 'Last known timer' })).toContainText('API-412');
  await context.setOffline(true);
  await checkScreen(page, info, 'offline-page');
});

test('every list says that a search has found nothing', async ({ page, person, context }, info) => {
  expect(person.name).toBeTruthy();
  await callApi(context, 'post', '/tickets', { key: 'API-412', title: 'Rate limiter', project: 'Platform' });
  await callApi(context, 'post', '/alarms', { name: 'invoice.reminder', output_mode: 'event', delay_ms: 3_600_000 });
  for (const list of ['tickets', 'projects', 'alarms']) {
    await page.goto(`/${list}?search=nothing+like+it`);
    await expect(page.getByText(/nothing like it”/)).toBeVisible();
    await checkScreen(page, info, list);
  }
});

test('the API reference', async ({ page, person }, info) => {
  expect(person.name).toBeTruthy();
  await page.goto('/docs#operation/startTimer');
  await expect(page.getByRole('heading', { name: 'Start a timer' })).toBeInViewport();
  await checkScreen(page, info, 'reference', { isOwn: false });
});

test('a filled-in call of the API reference, and its response', async ({ page, person }, info) => {
  expect(person.name).toBeTruthy();
  const { secret } = await callApi(page.context(), 'post', '/api-keys', { name: 'Reference', scopes: ['alarms:read'] });
  const part = 'aside[aria-label^="Try it"]';
  await page.goto('/docs#operation/abortAlarm');
  await page.getByRole('button', { name: 'Try it: Abort an alarm before it fires' }).click();
  await page.locator(part).getByText('Headers', { exact: true }).click();
  await page.locator(part).getByRole('button', { name: 'Send' }).click();
  await expect(page.locator(part).getByText('Enter an API key.')).toBeVisible();
  await checkScreen(page, info, 'call', { part });
  await page.getByLabel('API key').fill(secret);
  await page.getByLabel('id (required)').fill('external:order 42');
  await page.locator(part).getByRole('button', { name: 'Send' }).click();
  await expect(page.locator(part).getByText('403 Forbidden')).toBeVisible();
  await checkScreen(page, info, 'response', { part, at: page.getByText('403 Forbidden') });
});
