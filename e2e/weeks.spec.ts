import type { BrowserContext } from '@playwright/test';
import { jonasWith } from '#/e2e/corrections.ts';
import { record, type Work } from '#/e2e/record.ts';
import { callApi, expect, expectNoBarriers, openBrowserAs, test, toast } from '#/e2e/support.ts';
import { openWeek, openWeeks, stateOf, WEEK_STARTS, weekRow } from '#/e2e/weeks.ts';

const MONDAY: Work = ['OPS-81', '2025-01-13T08:00:00Z', '2025-01-13T16:30:00Z'];
const TUESDAY: Work = ['OPS-77', '2025-01-14T09:00:00Z', '2025-01-14T10:00:00Z'];

test.use({ viewport: { width: 1440, height: 900 } });

test.beforeEach(({ person }) => {
  expect(person.name).toBe('Maya Lindqvist');
});

const submit = (context: BrowserContext) => callApi(context, 'post', '/weeks/submit', { starts_on: WEEK_STARTS });

test('a member submits a week and withdraws it; a submitted one is read-only in the timesheet', async ({
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [MONDAY]);
  const { page } = await openBrowserAs(browser, jonas.person);
  await openWeek(page);
  await expect(stateOf(page)).toContainText('Is this week complete?');
  await stateOf(page).getByRole('button', { name: 'Submit week' }).click();
  await expect(stateOf(page)).toContainText(/^Submitted .*waiting for approval\./);
  await expect(stateOf(page)).toBeFocused();
  await expectNoBarriers(page, 'a submitted week');

  const grid = page.getByRole('grid', { name: 'Timesheet' });
  const monday = grid.getByRole('row', { name: 'OPS-81' }).getByRole('gridcell').first();
  await monday.focus();
  await page.keyboard.type('2');
  const reason = 'You’ve submitted this week. Withdraw it to change its time.';
  await expect(grid.getByRole('status')).toHaveText(reason);
  await expect(grid.getByRole('textbox')).toHaveCount(0);
  await expect(grid).toHaveAttribute('aria-readonly', 'true');
  await expect(page.getByRole('main').getByText(reason).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a row' })).toHaveCount(0);

  await stateOf(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(stateOf(page)).toContainText('Is this week complete?');
  await expect(page.getByRole('button', { name: 'Add a row' })).toBeVisible();
  await monday.focus();
  await page.keyboard.type('2h');
  // In another tab, of which this one is not notified.
  await submit(jonas.context);
  await page.keyboard.press('Enter');
  await expect(grid.getByRole('status')).toHaveText(/^Not saved: The week of .* is submitted\. Withdraw it/);
  await expect(grid.getByRole('textbox')).toHaveValue('2h');
  await stateOf(page).getByRole('button', { name: 'Withdraw' }).click();
  await expect(stateOf(page)).toContainText('Is this week complete?');
  await grid.getByRole('textbox').press('Enter');
  await expect(monday).toHaveText('2 h 00');
});

test('a week is found, opened and approved by keyboard alone; its member sees by whom', async ({
  page,
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [MONDAY, TUESDAY]);
  await submit(jonas.context);
  await openWeeks(page);
  await expect(weekRow(page)).toContainText(/13 – 19 January 2025.*9.h 30.min.*Submitted/);
  await page.keyboard.press('j');
  await expect(weekRow(page).getByRole('button', { name: 'Jonas Weber', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const inside = page.getByRole('table', { name: 'What Jonas Weber tracked' });
  await expect(inside.getByRole('row', { name: /OPS-77/ })).toContainText(/1.h 00.*1.h 00/);
  await expect(inside.getByRole('row', { name: /^Total/ })).toContainText(/8.h 30.*1.h 00.*9.h 30/);
  await expectNoBarriers(page, 'a week that is looked into');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText(/Approved\..*Jonas Weber, 13 – 19 January 2025: 9.h 30.min\./);
  await expect(page.getByText('Nothing to approve.')).toBeVisible();
  await page.getByRole('tab', { name: 'Approved' }).click();
  await expect(page).toHaveURL('/team/weeks?state=approved');
  await expect(weekRow(page)).toContainText('Approved by Maya Lindqvist');

  const { page: his } = await openBrowserAs(browser, jonas.person);
  await openWeek(his);
  await expect(stateOf(his)).toContainText('Approved by Maya Lindqvist');
  await expect(stateOf(his).getByRole('button')).toHaveCount(0);
});

test('a week is returned with a note, and its member submits it again', { tag: '@prove' }, async ({
  page,
  context,
  browser,
}) => {
  const jonas = await jonasWith(context, browser, [MONDAY]);
  await submit(jonas.context);
  await openWeeks(page);
  await expect(weekRow(page)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('r');
  const dialog = page.getByRole('dialog', { name: 'Return Jonas Weber’s week, 13 – 19 January 2025?' });
  await expect(dialog.getByLabel('What needs to change')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Enter what needs to change.');
  await expectNoBarriers(page, 'a return without words', 'dialog');
  await page.keyboard.type('Tuesday is missing.');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Nothing to approve.')).toBeVisible();
  await page.getByRole('tab', { name: 'Returned' }).click();
  await expect(weekRow(page)).toContainText(/Returned by Maya Lindqvist.*Tuesday is missing\./);

  await record(jonas.person, [TUESDAY]);
  const { page: his } = await openBrowserAs(browser, jonas.person);
  await openWeek(his);
  await expect(stateOf(his)).toContainText(/Returned by Maya Lindqvist.*Tuesday is missing\./);
  await stateOf(his).getByRole('button', { name: 'Submit again' }).click();
  await expect(stateOf(his)).toContainText('waiting for approval');
  const listNotifications = async () => (await callApi(jonas.context, 'get', '/notifications')).notifications;
  await expect.poll(listNotifications).toMatchObject([{ kind: 'week_decided', data: { decision: 'returned' } }]);
});

test('a week that has changed since is not approved unseen', { tag: '@prove' }, async ({ page, context, browser }) => {
  const jonas = await jonasWith(context, browser, [MONDAY]);
  await submit(jonas.context);
  await openWeeks(page);
  await expect(weekRow(page)).toContainText(/8.h 30.min/);
  await record(jonas.person, [TUESDAY]);
  await page.getByRole('button', { name: /^Approve Jonas Weber/ }).click();
  await expect(toast(page)).toContainText(/Not approved\..*has changed since you looked at it/);
  await expect(weekRow(page)).toContainText(/9.h 30.min\+.1.h since/);
  const { page: his } = await openBrowserAs(browser, jonas.person);
  await openWeek(his);
  await expect(stateOf(his)).toContainText(/Changed since: \+.1.h\./);
  await page.getByRole('button', { name: /^Approve Jonas Weber/ }).click();
  await expect(page.getByText('Nothing to approve.')).toBeVisible();
});
