import type { Page } from '@playwright/test';
import { record } from '#/e2e/record.ts';
import { callApi, expect, openMenu, test, toast } from '#/e2e/support.ts';

const row = (page: Page, key: string) => page.getByRole('row').filter({ hasText: key });
const strip = (page: Page) => page.getByRole('region', { name: 'Running timer' });

/** Opens the list and waits until it has hydrated. */
async function openTickets(page: Page, path = '/tickets'): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

test('a person without tickets learns how to get one, and creates it by keys alone', async ({ page, person }) => {
  expect(person.name).toBe('Maya Lindqvist');
  await openTickets(page);
  await expect(page.getByText('No tickets yet. Create one, or type a title when you start.')).toBeVisible();
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog', { name: 'New ticket' });
  await expect(dialog.getByLabel('Key')).toBeFocused();
  await page.keyboard.type('api 1');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A ticket key has no spaces')).toBeVisible();
  await dialog.getByLabel('Key').fill('API-412');
  await dialog.getByLabel('Title').fill('Rate limiter');
  await dialog.getByLabel('Estimate').fill('soon');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a duration, such as 4h')).toBeVisible();
  await dialog.getByLabel('Estimate').fill('1h30');
  await dialog.getByLabel('Project').fill('Public API');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'API-412')).toContainText('1 h 30 min');
  await expect(row(page, 'API-412')).toContainText('Public API');

  await page.keyboard.press('j');
  await expect(row(page, 'API-412')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(strip(page)).toContainText('API-412');
  await expect(row(page, 'API-412')).toContainText('now');
});

test('a change is shown, a rejected one keeps the typed text, archiving can be undone', async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  for (const [key, title] of [
    ['API-1', 'First'],
    ['API-2', 'Second'],
  ]) {
    await callApi(context, 'post', '/tickets', { key, title });
  }
  await openTickets(page);
  await row(page, 'API-2').focus();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog', { name: 'Edit API-2' });
  await dialog.getByLabel('Key').fill('API-1');
  await dialog.getByLabel('Title').fill('Renamed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Another ticket has this key.')).toBeVisible();
  await expect(dialog.getByLabel('Title')).toHaveValue('Renamed');
  await dialog.getByLabel('Key').fill('API-3');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, 'API-3')).toContainText('Renamed');

  await openMenu(page, 'Actions for API-3');
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(toast(page)).toContainText('API-3 archived. Its time stays.');
  await expect(row(page, 'API-3')).toHaveCount(0);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'API-3')).toBeVisible();
});

test('a change that the server rejects is rolled back and reported', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  await callApi(context, 'post', '/tickets', { key: 'API-1', title: 'First' });
  const rejection = { status: 403, code: 'forbidden', detail: 'Not yours to archive.' };
  await page.route('**/archive', (route) =>
    route.fulfill({ status: 403, json: rejection, contentType: 'application/problem+json' }),
  );
  await openTickets(page);
  await openMenu(page, 'Actions for API-1');
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(toast(page)).toContainText('Couldn’t do that. Not yours to archive.');
  await expect(row(page, 'API-1')).toBeVisible();
});

test('the page of a ticket shows who worked on it and when, how far it is over its estimate, and starts it', {
  tag: '@prove',
}, async ({ page, context, person }) => {
  await record(person, [['WEB-208', '2026-03-03T09:00:00+01:00', '2026-03-03T10:30:00+01:00']]);
  await callApi(context, 'patch', '/tickets/WEB-208', { estimate_seconds: 3_600 });
  await openTickets(page, '/tickets/WEB-208');
  await expect(page.locator('[aria-hidden=true]').filter({ hasText: /^30\smin over$/ })).toBeVisible();
  const when = page.getByRole('region', { name: 'When', exact: true });
  await expect(when).toContainText('Tuesday 3 March');
  await expect(when).toContainText(/09:00 – 10:30.*Maya Lindqvist.*1\sh\s30\smin/);
  await page.getByRole('main').getByRole('button', { name: 'Start', exact: true }).click();
  await expect(strip(page)).toContainText('WEB-208');
});

test('the list is filtered and sorted, and the URL contains both', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  for (const key of ['API-10', 'API-9', 'WEB-1']) {
    await callApi(context, 'post', '/tickets', { key, project: key === 'WEB-1' ? 'Site' : 'Public API' });
  }
  await callApi(context, 'post', '/tickets/API-9/archive', {});
  await openTickets(page);
  await expect(page.locator('[data-ticket]')).toHaveCount(2);
  await page.keyboard.press('/');
  await page.keyboard.type('web');
  await expect(page.locator('[data-ticket]')).toHaveCount(1);
  await expect(page).toHaveURL(/search=web/);
  await page.getByRole('searchbox').fill('lost');
  await page.getByRole('button', { name: 'Show all open tickets' }).click();
  await expect(page.locator('[data-ticket]')).toHaveCount(2);
  await openMenu(page, /^State/);
  await page.getByRole('menuitemradio', { name: 'Open and archived' }).click();
  await openMenu(page, /^Order/);
  await page.getByRole('menuitemradio', { name: 'By key' }).click();
  await expect(page.locator('[data-ticket] td:first-child')).toHaveText(['API-9', 'API-10', 'WEB-1']);
  await openMenu(page, /^Project/);
  await page.getByRole('menuitemradio', { name: 'Site' }).click();
  await expect(page.locator('[data-ticket] td:first-child')).toHaveText(['WEB-1']);
  await page.reload();
  await expect(page.locator('[data-ticket] td:first-child')).toHaveText(['WEB-1']);
});
