import type { Page } from '@playwright/test';
import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, openMenu, openToday, test, toast } from '#/e2e/support.ts';
import type { StartTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';

const next = (page: Page) => page.locator('[data-next]');

/** Three tickets, with the third one worked on last. */
async function worked(device: { start: (body: StartTimerBody) => Promise<unknown> }): Promise<void> {
  for (const [key, title] of [
    ['API-1', 'Rate limiter'],
    ['API-2', 'Idempotency keys'],
    ['API-3', 'Cursors'],
  ]) {
    await device.start({ ticket_key: key, create_ticket: true, title, on_conflict: 'switch' });
  }
}

test('a ticket that is pinned on Today by key or pointer comes first in Start next, on every device, and can be unpinned', {
  tag: '@prove',
}, async ({ page, device, context }) => {
  await worked(device);
  await openToday(page);
  await expect(next(page)).toContainText(['API-2', 'API-1']);
  await next(page)
    .filter({ hasText: 'API-1' })
    .getByRole('button', { name: /start$/ })
    .focus();
  await page.keyboard.press('i');
  await expect(toast(page)).toContainText('API-1 pinned.');
  await expect(next(page)).toContainText(['API-1', 'API-2']);
  await expect(page.getByRole('button', { name: 'Pin API-1' })).toHaveAttribute('aria-pressed', 'true');
  await expect
    .poll(async () => (await callApi(context, 'get', '/tickets')).tickets[0].key, 'the server knows it')
    .toBe('API-1');
  await page.reload();
  await expect(next(page)).toContainText(['API-1', 'API-2']);
  await toastless(page);
  await page.getByRole('button', { name: 'Pin API-1' }).click();
  await expect(toast(page)).toContainText('API-1 unpinned.');
  await expect(next(page)).toContainText(['API-2', 'API-1']);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(next(page)).toContainText(['API-1', 'API-2']);
});

test('the ticket of an entry is pinned from the menu of its row, and unpinned by key on it', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await worked(device);
  await openToday(page);
  await expect(next(page)).toContainText(['API-2', 'API-1']);
  const row = page.locator('[data-entry]').filter({ hasText: 'API-1' });
  await row.hover();
  await row.getByRole('button', { name: 'Actions for API-1' }).click();
  await page.getByRole('menuitem', { name: /^Pin the ticket/ }).click();
  await expect(toast(page)).toContainText('API-1 pinned.');
  await expect(next(page)).toContainText(['API-1', 'API-2']);
  await row.focus();
  await page.keyboard.press('i');
  await expect(toast(page)).toContainText('API-1 unpinned.');
  await expect(next(page)).toContainText(['API-2', 'API-1']);
});

/** A hydrated page: it receives updates. */
async function toastless(page: Page): Promise<void> {
  await expect(page.getByText('In sync with the server').first()).toBeAttached();
  await expect(toast(page)).toHaveCount(0);
}

test('a pin is set from the list of tickets, and rolled back when the server rejects it', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  await callApi(context, 'post', '/tickets', { key: 'API-1', title: 'Rate limiter' });
  await callApi(context, 'post', '/tickets', { key: 'API-2', title: 'Idempotency keys' });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
  const row = page.getByRole('row').filter({ hasText: 'API-1' });
  await openMenu(page, 'Actions for API-1');
  await page.getByRole('menuitem', { name: /^Pin/ }).click();
  await expect(row.getByTitle('Pinned')).toBeVisible();
  await expect(toast(page)).toContainText('API-1 pinned.');
  await page.route('**/unpin', (route) =>
    route.fulfill({
      status: 403,
      json: { status: 403, code: 'forbidden', detail: 'Not yours to change.' },
      contentType: 'application/problem+json',
    }),
  );
  // The menu returns the focus to its button as it closes.
  await expect(page.getByRole('button', { name: 'Actions for API-1' })).toBeFocused();
  await row.focus();
  await page.keyboard.press('i');
  await expect(toast(page)).toContainText('Couldn’t do that. Not yours to change.');
  await expect(row.getByTitle('Pinned')).toBeVisible();
});

test('pins and targets are accessible', { tag: '@prove' }, async ({ page, context, device }, info) => {
  test.slow();
  await callApi(context, 'patch', '/me', { day_target_seconds: 27_000, week_target_seconds: 135_000 });
  await worked(device);
  await callApi(context, 'post', '/tickets/API-1/pin', {});
  await openToday(page);
  await expect(page.getByRole('region', { name: 'The day' })).toContainText('of 7 h 30 min');
  await expect(page.getByRole('region', { name: 'This week' })).toContainText('of 37 h 30 min');
  await expect(page.getByRole('button', { name: 'Pin API-1' })).toBeVisible();
  await checkScreen(page, info, 'today');
  await page.goto('/timesheet');
  await expect(page.getByText(/of\s37\sh\s30/).first()).toBeVisible();
  await checkScreen(page, info, 'timesheet');
  await page.goto('/tickets');
  await expect(page.getByTitle('Pinned')).toBeVisible();
  await checkScreen(page, info, 'tickets');
  await page.goto('/tickets/API-1');
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible();
  await checkScreen(page, info, 'ticket');
});

test('targets are set by keys, rejected with a reason, and removed', async ({ page, person }) => {
  expect(person.name).toBe('Maya Lindqvist');
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings#targets')]);
  const day = page.getByLabel('Per day', { exact: true });
  const saved = page.getByRole('region', { name: 'Targets' }).getByText('Saved');
  await day.fill('25 h');
  await day.press('Enter');
  await expect(page.getByText('Enter a duration from 1 min to 24 h.')).toBeVisible();
  await expect(day).toHaveValue('25 h');
  await day.fill('lots');
  await day.blur();
  await expect(page.getByText('Enter a duration, such as 7h30 or 6 h, or leave it empty.')).toBeVisible();
  await day.fill('7h30');
  await day.press('Enter');
  await expect(saved).toBeVisible();
  await day.blur();
  await expect(day).toHaveValue(/^7\sh\s30\smin$/);
  await page.reload();
  await expect(day).toHaveValue(/^7\sh\s30\smin$/);
  await expect(page.getByText('In sync with the server').first()).toBeAttached();
  await day.fill('');
  await day.press('Enter');
  await expect(saved).toBeVisible();
  await page.reload();
  await expect(day).toHaveValue('');
});
