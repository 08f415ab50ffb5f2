import type { Page } from '@playwright/test';
import { checkScreen } from '#/e2e/look.ts';
import { anHourOfOperations, test } from '#/e2e/operations-scene.ts';
import { openReceiver } from '#/e2e/receiver.ts';
import { callApi, expect, invitationOf, newPerson, openBrowserAs, pressChord } from '#/e2e/support.ts';

/** Some states, each on three widths and in two themes. */
test.describe.configure({ timeout: 300_000 });
test.use({ timezoneId: 'Europe/Stockholm' });

test('operations while the engine is on hold', async ({ page, operator }, info) => {
  expect(operator.email).toBeTruthy();
  await anHourOfOperations();
  // A real hold would delay the alarms of all other journeys.
  await page.route('**/api/v1/operations*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), on_hold_since: new Date().toISOString() } });
  });
  await page.goto('/team/operations');
  await expect(page.getByText('The engine is on hold.')).toBeVisible();
  await checkScreen(page, info, 'held');
});

test('an alarm of someone else whose headers carry credentials', async ({ context, person, browser }, info) => {
  expect(person.email).toBeTruthy();
  const receiver = await openReceiver();
  const headers = {
    authorization: 'Bearer secret-of-the-receiver',
    'x-api-key': 'another-secret',
    'x-team': 'billing',
  };
  const payload = { invoice: 'INV-0417' };
  const { alarm } = await callApi(context, 'post', '/alarms', {
    name: 'invoice.reminder',
    url: receiver.url,
    delay_ms: 3_600_000,
    headers,
    payload,
  });
  // The person who wrote them sees them.
  const { page } = await openBrowserAs(browser, await newPerson({ name: 'Jonas Berg' }, await invitationOf(context)));
  await page.goto(`/alarms/${alarm.id}`);
  const drawer = page.getByRole('complementary', { name: /^Alarm / });
  await drawer.getByRole('tab', { name: 'Headers' }).click();
  await expect(drawer).toContainText('x-team: billing');
  await expect(drawer).not.toContainText('another-secret');
  await checkScreen(page, info, 'masked-headers');
  await receiver.close();
});

test('other weeks, entries and tickets while the server fails', async ({ page, person }, info) => {
  expect(person.email).toBeTruthy();
  // Before the page opens: neighboring data is prefetched.
  await page.route('**/api/v1/{timers,audit,team,weeks,tickets}**', (route) => route.abort());
  for (const [path, ask] of [
    ['calendar', () => twice(page, '[')],
    ['timesheet', () => twice(page, '[')],
    ['team/weeks', () => page.getByRole('tab', { name: 'Returned' }).click()],
    ['tickets', () => page.getByRole('searchbox').fill('api')],
  ] as const) {
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(`/${path}`)]);
    await ask();
    await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the server.' })).toBeVisible();
    await checkScreen(page, info, `failing-${path.replace('/', '-')}`);
  }
});

test('the log, members, corrections and reports while the server fails, and after a retry', async ({
  page,
  person,
}, info) => {
  expect(person.email).toBeTruthy();
  await bringNothing(page);
  const requested = '**/api/v1/{events,members,former-members,invitations,team,corrections,proposals,reports}**';
  for (const [key, noun] of [
    ['l', 'log'],
    ['m', 'members'],
    ['x', 'timers'],
    ['r', 'report'],
  ] as const) {
    await page.route(requested, (route) => route.abort());
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
    await pressChord(page, 'g', key);
    const error = page.getByRole('alert', { name: `No ${noun} to show` });
    await expect(error).toContainText('Can’t reach the server.');
    // One button retries all of it.
    await expect.soft(page.getByRole('button', { name: 'Try now' })).toHaveCount(1);
    await expect.soft(page.getByRole('region', { name: 'Corrected this week' })).toHaveCount(0);
    await checkScreen(page, info, `failing-${noun}`);
    await page.unroute(requested);
    await error.getByRole('button', { name: 'Try now' }).click();
    await expect(error).toBeHidden();
  }
});

test('corrections and members with a part that can’t be loaded', async ({ page, person }, info) => {
  expect(person.email).toBeTruthy();
  await bringNothing(page);
  await page.route('**/api/v1/{corrections,invitations}**', (route) => route.abort());
  for (const [key, part] of [
    ['x', 'Corrected this week'],
    ['m', 'Invitations'],
  ] as const) {
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
    await pressChord(page, 'g', key);
    await expect
      .soft(page.getByRole('region', { name: part }).getByRole('alert'))
      .toContainText('Can’t reach the server.');
    await checkScreen(page, info, `failing-${part.toLowerCase().replaceAll(' ', '-')}`);
  }
});

/** Data included in pages is stored under names that are never used, so that each page has to request it. */
async function bringNothing(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => /^\/(team|reports)(\/|$)/.test(pathname),
    async (route) => {
      if (!route.request().headers().rsc) return route.continue();
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll('"queryHash":"[', '"queryHash":"(') });
    },
  );
}

/** The week before is included in the page. */
async function twice(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await page.keyboard.press(key);
}
