import type { Page } from '@playwright/test';
import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, openMenu, startEarlier, test, toast } from '#/e2e/support.ts';

const HOUR_MS = 3_600_000;

const rows = (page: Page) => page.locator('[data-project]');
const row = (page: Page, name: string) => rows(page).filter({ hasText: name });

/** Opens the list and waits until it has hydrated. */
async function openProjects(page: Page, path = '/projects'): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

test('projects are next to the tickets; the first is created, renamed and opened by keys alone', async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  await openProjects(page, '/tickets');
  const nav = page.getByRole('navigation', { name: 'Tickets and projects' });
  await nav.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByText('No projects yet. Create one, or name one on a ticket.')).toBeVisible();
  await expect(nav.getByRole('link', { name: 'Projects' })).toHaveAttribute('aria-current', 'page');
  await page.keyboard.press('c');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Enter a name.')).toBeVisible();
  await page.keyboard.type('Public API');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(row(page, 'Public API')).toBeVisible();

  await callApi(context, 'post', '/projects', { name: 'Site' });
  await page.keyboard.press('j');
  await expect(row(page, 'Public API')).toBeFocused();
  await page.keyboard.press('e');
  await expect(dialog.getByLabel('Name')).toHaveValue('Public API');
  await dialog.getByLabel('Name').fill('site');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('A project with this name already exists.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('site');
  await dialog.getByLabel('Name').fill('Open API');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(2);
  await expect(row(page, 'Open API')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/tickets\?state=all&project=/);
  await expect(page.getByRole('button', { name: 'Project: Open API' })).toBeVisible();
});

test('archiving can be undone, archived projects can be found, and an error is rolled back', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  await callApi(context, 'post', '/projects', { name: 'Public API' });
  await callApi(context, 'post', '/projects', { name: 'Site' });
  await openProjects(page);
  await openMenu(page, 'Actions for Public API');
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(toast(page)).toContainText('Public API archived. Its time and tickets stay.');
  await expect(rows(page)).toHaveCount(1);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(2);

  const rejection = { status: 403, code: 'forbidden', detail: 'Not yours to archive.' };
  await page.route('**/archive', (route) =>
    route.fulfill({ status: 403, json: rejection, contentType: 'application/problem+json' }),
  );
  await openMenu(page, 'Actions for Site');
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(toast(page)).toContainText('Couldn’t do that. Not yours to archive.');
  await expect(rows(page)).toHaveCount(2);

  await page.unroute('**/archive');
  await openMenu(page, 'Actions for Site');
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await expect(rows(page)).toHaveCount(1);
  await page.keyboard.press('/');
  await page.keyboard.type('site');
  await expect(page.getByText('Nothing matches “site” here.')).toBeVisible();
  await openMenu(page, /^State/);
  await page.getByRole('menuitemradio', { name: 'Archived', exact: true }).click();
  await expect(page).toHaveURL(/search=site&state=archived/);
  await openMenu(page, 'Actions for Site');
  await page.getByRole('menuitem', { name: 'Restore' }).click();
  await expect(rows(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all open projects' }).click();
  await expect(rows(page)).toHaveCount(2);
});

test('a list that cannot be loaded says so and appears when it can be', { tag: '@prove' }, async ({ page, person }) => {
  expect(person.name).toBe('Maya Lindqvist');
  await page.route('**/api/v1/projects?**', (route) => route.fulfill({ status: 503, json: {} }));
  await openProjects(page);
  await page.keyboard.press('/');
  await page.keyboard.type('api');
  await expect(page.getByRole('alert', { name: 'No projects to show' })).toBeVisible();
  await page.unroute('**/api/v1/projects?**');
  // By the field's own key: it is one press, while filling it with nothing is a selection and a press.
  await page.getByRole('searchbox').press('Escape');
  await expect(page.getByText('No projects yet.')).toBeVisible();
});

test(
  'projects are accessible, in the list and the form',
  { tag: '@prove' },
  async ({ page, context, device }, info) => {
    test.slow();
    const project = 'Documentation of everything that was ever promised';
    await callApi(context, 'post', '/tickets', { key: 'DOC-1', project });
    const site = await device.start({ ticket_key: 'WEB-208', create_ticket: true, title: 'Calendar', project: 'Site' });
    await startEarlier(site, 3 * HOUR_MS);
    await device.stop(site);
    await device.start({ ticket_key: 'API-398', create_ticket: true, title: 'Idempotency', project: 'Public API' });
    await openProjects(page);
    await expect(row(page, 'Public API')).toContainText('now');
    await expect(row(page, 'Site')).toContainText('3 h');
    const count = row(page, 'Documentation').getByRole('gridcell', { name: '1', exact: true });
    for (const width of [1440, 768]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(count).toBeVisible();
    }
    await checkScreen(page, info, 'list');
    await page.keyboard.press('c');
    await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
    await checkScreen(page, info, 'form', { part: 'dialog' });
  },
);
