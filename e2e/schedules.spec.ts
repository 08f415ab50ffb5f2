import type { Page } from '@playwright/test';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import { test as base, callApi, expect, expectNoBarriers, openMenu, toast } from '#/e2e/support.ts';

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const drawer = (page: Page) => page.getByRole('complementary', { name: /^Schedule / });
const form = (page: Page, title = 'New schedule') => page.getByRole('dialog', { name: title });

/** Opens a page and waits until it has hydrated: from then on it handles keys. */
async function open(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

test('a schedule is created by keyboard, with its next runs shown in two time zones while it is typed', async ({
  page,
  receiver,
}) => {
  await open(page, '/alarms');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Search or run' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.type('new schedule');
  await page.keyboard.press('Enter');
  const cron = form(page).getByLabel('Cron expression', { exact: true }).last();
  await expect(cron).toBeFocused();
  await expect(page).toHaveURL(/\/alarms\/schedules$/);
  await page.keyboard.type('99 2 * * *');
  await expect(form(page).locator('[aria-invalid=true]')).toHaveCount(1);
  await cron.fill('30 2 * * *');
  await expect(form(page).getByRole('row')).toHaveCount(6);
  await expect(form(page)).toContainText('Every day at 02:30');
  await expect(form(page)).toContainText(/clocks (skip|show)/);
  // While the runs of another expression are on their way, those shown are gray.
  const run = form(page).getByRole('cell').first();
  const color = await run.evaluate((cell) => getComputedStyle(cell).color);
  const released = Promise.withResolvers<void>();
  await page.route('**/schedules/preview', (route) => released.promise.then(() => route.continue()), { times: 1 });
  await cron.fill('30 3 * * *');
  await expect(run).not.toHaveCSS('color', color);
  released.resolve();
  await expect(form(page)).toContainText('Every day at 03:30');
  await expect(run).toHaveCSS('color', color);
  await cron.fill('30 2 * * *');
  await form(page).getByRole('combobox', { name: 'Time zone' }).fill('new york');
  await page.keyboard.press('Enter');
  await expect(form(page).getByRole('columnheader')).toHaveText([
    'America/New York',
    'Your time zone, Europe/Stockholm',
  ]);
  await page.keyboard.press('Escape');
  await expect(form(page)).toContainText('Discard what you typed?');
  await page.keyboard.press('Enter');
  await cron.fill('');
  await page.keyboard.press('Control+Enter');
  await expect(form(page)).toContainText('Enter a URL.');
  // Only submitting moves the focus: while the URL is still wrong, typed text stays in its field.
  await expect(cron).toBeFocused();
  await page.keyboard.type('30 2 * * *');
  await expect(cron).toHaveValue('30 2 * * *');
  await page.keyboard.press('Control+Enter');
  await expect(form(page).getByLabel('URL', { exact: true })).toBeFocused();
  await page.keyboard.type(receiver.url);
  await form(page).getByLabel('Name', { exact: true }).fill('report.nightly');
  await page.keyboard.press('Control+Enter');
  await expect(drawer(page).getByRole('heading', { name: 'report.nightly' })).toBeFocused();
  await expect(row(page, 'report.nightly')).toContainText('30 2 * * *');

  await page.keyboard.press('e');
  const edit = form(page, 'Edit report.nightly');
  await edit.getByLabel('Cron expression', { exact: true }).last().fill('*/10 * * * *');
  await page.keyboard.press('Control+Enter');
  await expect(row(page, 'report.nightly')).toContainText('Every 10 minutes');
  await expect(drawer(page)).toContainText('it keeps its interval');
  await page.keyboard.press('Escape');
  await expect(row(page, 'report.nightly').getByRole('button', { name: 'report.nightly', exact: true })).toBeFocused();
  await expect(page).toHaveURL(/\/alarms\/schedules$/);
});

test('a schedule shows the result of its last run, leads to its runs, and is paused, resumed and deleted', {
  tag: '@prove',
}, async ({ page, context, receiver }) => {
  await open(page, '/alarms/schedules');
  await expect(page.getByText('No schedules yet.')).toBeVisible();
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  const soon = new Date(Date.now() + 1_000).toISOString();
  await callApi(context, 'post', '/schedules', { name: 'lease.renew', repeat: `R/${soon}/PT1H`, url: receiver.url });
  await callApi(context, 'post', '/schedules', { name: 'report.daily', cron: '30 9 * * MON-FRI', url: receiver.url });
  await callApi(context, 'post', '/alarms', { name: 'once', delay_ms: 1, url: receiver.url });
  await expect(row(page, 'lease.renew')).toContainText('Delivered');
  await expect(row(page, 'lease.renew')).toContainText('Every hour');
  await expect(row(page, 'report.daily')).toContainText('Monday to Friday at 09:30');
  await expect(row(page, 'report.daily')).toContainText('No run yet');
  await expectNoBarriers(page, 'schedules');

  await page.keyboard.press('j');
  await expect(row(page, 'report.daily').getByRole('button', { name: 'report.daily', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(drawer(page)).toContainText('Next runs');
  await drawer(page).getByRole('button', { name: 'Pause' }).click();
  await expect(row(page, 'lease.renew')).toContainText('Paused');
  await expect(toast(page)).toContainText('lease.renew paused.');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, 'lease.renew')).toContainText('Active');
  await drawer(page).getByRole('link', { name: 'Show its runs in Alarms' }).click();
  await expect(page.getByText('Runs of lease.renew')).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Delivered/ })).toContainText('1');
  // Its next run, aborted by the pause, is there again; the other schedule's is not.
  await expect(row(page, 'report.daily')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all alarms' }).click();
  await expect(row(page, 'report.daily')).toHaveCount(1);
  await expect(page.getByRole('tab', { name: /^Delivered/ })).toContainText('2');

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Schedules' }).click();
  await openMenu(page, 'Actions for report.daily');
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('This can’t be undone');
  await page.getByRole('button', { name: 'Delete schedule' }).click();
  await expect(toast(page)).toContainText('report.daily deleted. 1 run aborted.');
  await expect(row(page, 'report.daily')).toHaveCount(0);
  await row(page, 'lease.renew').getByRole('button', { name: 'lease.renew', exact: true }).click();
  await drawer(page).getByRole('button', { name: 'Back to the list' }).click();
  await expect(row(page, 'lease.renew')).toBeVisible();
  expect(await page.evaluate(() => document.body.hasAttribute('data-same-page'))).toBe(true);
});

test('after a drawer next to a list is closed, Back leads to the page before the list', {
  tag: '@prove',
}, async ({ page, context, receiver }) => {
  const body = { url: receiver.url, name: 'report.daily' };
  await callApi(context, 'post', '/schedules', { ...body, cron: '30 9 * * MON-FRI' });
  await callApi(context, 'post', '/alarms', { ...body, name: 'once', delay: '1h' });
  for (const [path, name] of [
    ['/alarms/schedules', 'report.daily'],
    ['/alarms', 'once'],
  ] as const) {
    await open(page, '/tickets');
    await page.keyboard.press('g');
    await page.keyboard.press('a');
    await page.waitForURL('/alarms');
    if (path !== '/alarms') {
      // Navigating between tabs replaces the entry in the history.
      await page.getByRole('link', { name: 'Schedules' }).click();
      await page.waitForURL(path);
    }
    const opener = row(page, name).first();
    for (const close of ['Escape', 'back'] as const) {
      await opener.getByText(name).click();
      await expect(page.getByRole('complementary', { name: /^(Schedule|Alarm)/ })).toBeVisible();
      if (close === 'back') await page.goBack();
      else await page.keyboard.press(close);
      await expect(page.getByRole('complementary', { name: /^(Schedule|Alarm)/ })).toHaveCount(0);
      await expect(page).toHaveURL(path);
    }
    await page.goBack();
    await expect(page).toHaveURL(path === '/alarms' ? '/tickets' : '/alarms');
  }
});
