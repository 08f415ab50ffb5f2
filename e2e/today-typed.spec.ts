import type { Request } from '@playwright/test';
import { callApi, composer, expect, hero, openToday, test, toast } from '#/e2e/support.ts';

test.beforeEach(async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
});

test('a link, a project and a tag are recognized while typing, and one of them is changed back to words', {
  tag: '@prove',
}, async ({ page, context }) => {
  const understood = page.getByRole('list', { name: 'Recognized' });
  await composer(page).fill('https://linear.app/acme/issue/eng-123/rate-limiter @"Public API" #bug #later');
  await expect(understood.getByRole('listitem')).toHaveText([
    /Ticket.*ENG-123/,
    /Project.*Public API/,
    /Tag.*bug/,
    /Tag.*later/,
  ]);
  await understood.getByRole('button', { name: 'Treat “#later” as text' }).click();
  await expect(understood.getByRole('listitem')).toHaveCount(3);
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole('option').first()).toContainText('Create ENG-123');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('ENG-123');
  await expect(hero(page).getByRole('heading')).toContainText('#later');
  await expect(hero(page).getByRole('link', { name: 'ENG-123' })).toHaveAttribute(
    'href',
    'https://linear.app/acme/issue/eng-123/rate-limiter',
  );
  const { timer } = await callApi(context, 'get', '/timers/current');
  expect(timer).toMatchObject({ title: '#later', project: { name: 'Public API' }, tags: ['bug'] });
});

test('several words after @ are the longest matching project name, in any case; otherwise one word, and the rest is the title', {
  tag: '@prove',
}, async ({ page, context }) => {
  for (const name of ['Public', 'Public API']) await callApi(context, 'post', '/projects', { name });
  const understood = page.getByRole('list', { name: 'Recognized' });
  await composer(page).fill('Write the guide @public api');
  await expect(understood.getByRole('listitem')).toHaveText([/Project.*Public API/]);
  await page.keyboard.press('Enter');
  await expect(hero(page).getByRole('heading')).toContainText('Write the guide');
  const current = async () => (await callApi(context, 'get', '/timers/current')).timer;
  await expect.poll(current).toMatchObject({ title: 'Write the guide', project: { name: 'Public API' } });
  await page.keyboard.press('s');
  await composer(page).fill('@Public holidays');
  await expect(understood.getByRole('listitem')).toHaveText([/Project.*Public/]);
  await page.keyboard.press('Enter');
  await expect(hero(page).getByRole('heading')).toContainText('holidays');
  await expect.poll(current).toMatchObject({ title: 'holidays', project: { name: 'Public' } });
});

test('a number finds the ticket of a repository, and a branch names a new one', async ({ page, device, context }) => {
  await callApi(context, 'post', '/tickets', { key: 'acme/api#34', title: 'Login fails' });
  await composer(page).fill('#34');
  await expect(page.getByRole('option').first()).toContainText('Login fails');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('acme/api#34');
  await page.keyboard.press('w');
  await composer(page).fill('feature/OPS-81-lease-renewal');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('OPS-81');
  await expect(hero(page).getByRole('heading')).toContainText('lease renewal');
  await expect(async () => expect((await device.current()).timer?.ticket?.key).toBe('OPS-81')).toPass();
});

test('a known ticket starts at once while the search hangs, and a part of a key creates no ticket', async ({
  page,
  context,
}) => {
  for (const [key, title] of [
    ['API-41', 'Pagination'],
    ['OPS-7', 'Rotate the webhook signing secret'],
  ]) {
    await callApi(context, 'post', '/tickets', { key, title });
  }
  await openToday(page);
  await page.route('**/api/v1/tickets?*search*', () => {});
  const options = page.getByRole('option');
  await composer(page).fill('rotate secret #ops');
  await expect(options).toHaveText([/OPS-7.*#ops/, /Track “rotate secret” without a ticket.*#ops/]);
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('OPS-7');
  await page.keyboard.press('w');
  await composer(page).fill('API-4');
  await expect(options).toHaveText([/API-41Pagination/, /Create API-4/, /Track “API-4” without a ticket/]);
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('API-41');
  await page.keyboard.press('w');
  await composer(page).fill('Stand-up');
  await page.keyboard.press('Enter');
  await expect(hero(page).getByRole('heading')).toContainText('Stand-up');
  await expect.poll(async () => (await callApi(context, 'get', '/timers/current')).timer?.title).toBe('Stand-up');
  const { tickets } = await callApi(context, 'get', '/tickets?sort=key');
  expect(tickets.map(({ key }: { key: string }) => key)).toEqual(['API-41', 'OPS-7']);
});

test('the text of a rejected start returns to the field to be corrected', { tag: '@prove' }, async ({ page }) => {
  await page.route('**/api/v1/timers/start', (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { status: 403, code: 'forbidden', detail: 'Your role may not start timers.' },
    }),
  );
  await composer(page).fill('API-412 rate limiter #bug');
  await page.keyboard.press('Enter');
  await expect(toast(page)).toContainText('Your role may not start timers.');
  await expect(composer(page)).toHaveValue('API-412 rate limiter #bug');
  await expect(composer(page)).toBeFocused();
});

test('text typed while the ticket is searched belongs to it', { tag: '@prove' }, async ({ page }) => {
  const found = Promise.withResolvers<void>();
  await page.route('**/api/v1/tickets?*API-7*', async (route) => {
    await found.promise;
    await route.continue();
  });
  await composer(page).fill('API-7');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' Lease renewal');
  await expect(composer(page)).toHaveValue('API-7 Lease renewal');
  found.resolve();
  await expect(hero(page)).toContainText('API-7');
  await expect(hero(page).getByRole('heading')).toContainText('Lease renewal');
});

test('canceling while the ticket is searched starts nothing', { tag: '@prove' }, async ({ page, device }) => {
  const found = Promise.withResolvers<void>();
  let searches = 0;
  await page.route('**/api/v1/tickets?*API-7*', async (route) => {
    searches += 1;
    await found.promise;
    await route.continue();
  });
  await device.start({ title: 'Review' });
  await expect(hero(page)).toContainText('Review');
  await page.keyboard.press('w');
  await page.keyboard.type('API-7');
  await page.keyboard.press('Enter');
  await expect.poll(() => searches).toBeGreaterThan(0);
  // Finished, or aborted with its field.
  const isSearch = { predicate: (request: Request) => /tickets\?.*API-7/.test(request.url()) };
  const over = Promise.race([
    page.waitForEvent('requestfinished', isSearch),
    page.waitForEvent('requestfailed', isSearch),
  ]);
  await page.keyboard.press('Escape');
  await expect(composer(page)).toBeHidden();
  found.resolve();
  await over;
  await page.keyboard.press('p');
  await expect(hero(page)).toContainText('Paused since');
  await expect
    .poll(async () => {
      const { timer, paused } = await device.current();
      return [timer, ...paused.map(({ title }) => title)];
    })
    .toEqual([null, 'Review']);
});

test('one request that fails at the server does not dim the page, and is repeated', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await device.start({ title: 'Review' });
  await expect(hero(page)).toContainText('Review');
  let failures = 0;
  await page.route('**/api/v1/timers/*/stop', async (route) => {
    failures += 1;
    if (failures > 1) return route.continue();
    const problem = { status: 503, code: 'database_unavailable', detail: 'Try again in a moment.' };
    return route.fulfill({ status: 503, contentType: 'application/problem+json', json: problem });
  });
  await page.evaluate(() => {
    const seen = new MutationObserver(() => {
      if (document.body.textContent?.includes('Syncs when back online')) document.body.dataset.wasDim = 'yes';
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.keyboard.press('s');
  await expect(toast(page)).toContainText('Stopped at');
  expect(failures).toBe(2);
  await expect(page.locator('body')).not.toHaveAttribute('data-was-dim', 'yes');
});
