import type { Page } from '@playwright/test';
import { record, type Work } from '#/e2e/record.ts';
import { expect, expectNoBarriers, pressChord, test, toast, untilIdle } from '#/e2e/support.ts';

/** A week in the past, so that nothing depends on now. */
const WEEK = '/timesheet?week=2025-01-13';
const WEEK_AFTER = '/timesheet?week=2025-01-20';

const MONDAY_AND_TUESDAY: Work[] = [
  ['API-412', '2025-01-13T09:00:00+01:00', '2025-01-13T10:30:00+01:00'],
  ['API-412', '2025-01-14T09:00:00+01:00', '2025-01-14T11:05:00+01:00'],
  ['WEB-9', '2025-01-14T13:00:00+01:00', '2025-01-14T13:20:00+01:00'],
];

/** Waits until the page has hydrated: from then on it handles keys. */
async function openSheet(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Timesheet' });
const row = (page: Page, name: string) => grid(page).getByRole('row', { name });
/** The durations of a row: seven days and their sum. */
const lengths = (page: Page, name: string) => row(page, name).getByRole('gridcell');

test('a week is added up by ticket and day', async ({ page, person }) => {
  await record(person, MONDAY_AND_TUESDAY);
  await openSheet(page, WEEK);
  await expect(page.getByRole('heading', { name: '13 – 19 January 2025' })).toBeVisible();
  await expect(lengths(page, 'API-412')).toHaveText(['1 h 30', '2 h 05', '–', '–', '–', '–', '–', '3 h 35']);
  await expect(lengths(page, 'WEB-9')).toHaveText(['–', '20 min', '–', '–', '–', '–', '–', '20 min']);
  await expect(lengths(page, 'Total')).toHaveText(['1 h 30', '2 h 25', '–', '–', '–', '–', '–', '3 h 55']);
  await page.getByRole('radio', { name: 'Projects' }).check();
  await expect(lengths(page, 'No project').last()).toHaveText('3 h 55');
  await expect(page).toHaveURL(/by=project/);
});

test('shortcuts open the timesheet, change the week, and move from cell to cell', async ({ page, person }) => {
  await record(person, MONDAY_AND_TUESDAY);
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings')]);
  await pressChord(page, 'g', 'y');
  await expect(page).toHaveURL('/timesheet');
  await openSheet(page, WEEK);
  await expect(lengths(page, 'API-412').last()).toHaveText('3 h 35');
  const title = page.getByRole('heading', { level: 1 });
  await page.keyboard.press('[');
  await expect(title).toHaveText(/^6 – 12 January 2025/);
  await expect(page.getByText('Nothing tracked this week.')).toBeVisible();
  await page.keyboard.press(']');
  await expect(title).toHaveText(/^13 – 19 January 2025/);

  const first = lengths(page, 'API-412').first();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(lengths(page, 'API-412').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(lengths(page, 'WEB-9').nth(1)).toBeFocused();
  await page.keyboard.press('End');
  await expect(lengths(page, 'WEB-9').nth(6)).toBeFocused();
  await page.keyboard.press('Control+Home');
  await expect(first).toBeFocused();
  // One cell is a tab stop; Tab leaves the grid.
  await page.keyboard.press('Tab');
  await expect(grid(page).locator(':focus')).toHaveCount(0);

  await page.keyboard.press('t');
  await expect(page).toHaveURL('/timesheet');
});

test('a running timer grows in its cell', { tag: '@prove' }, async ({ page, person, device }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  await device.start({ ticket_key: 'API-7', title: 'Goes on', create_ticket: true });
  await openSheet(page, '/timesheet');
  await expect(row(page, 'API-7').getByRole('gridcell', { name: /running/ })).toBeVisible();
});

/** Opens the cell of a row and a day, 0 to 6, by the keyboard. */
async function openCell(page: Page, name: string, day: number) {
  await lengths(page, name).nth(day).focus();
  await page.keyboard.press('Enter');
  return grid(page).getByRole('textbox');
}

test('a duration is made longer and shorter in its cell', async ({ page, person }) => {
  await record(person, MONDAY_AND_TUESDAY);
  await openSheet(page, WEEK);

  await test.step('a longer length adds an entry at a free place, said before and undone after', async () => {
    const field = await openCell(page, 'API-412', 1);
    await expect(field).toHaveValue('2:05');
    await field.fill('2.5');
    await expect(grid(page).getByRole('status')).toHaveText('Adds 25 min: 11:05 – 11:30.');
    await expectNoBarriers(page, 'a cell open');
    await field.press('Enter');
    await expect(lengths(page, 'API-412')).toHaveText(['1 h 30', '2 h 30', '–', '–', '–', '–', '–', '4 h 00']);
    await expect(lengths(page, 'API-412').nth(1)).toBeFocused();
    await expect(toast(page)).toContainText('Added 25 min to API-412. Tue 14, 11:05 – 11:30');
    await openSheet(page, WEEK);
    await expect(lengths(page, 'Total').last()).toHaveText('4 h 20');

    // Typing into a focused cell replaces its content.
    await lengths(page, 'API-412').nth(2).focus();
    await page.keyboard.type('90m');
    await expect(grid(page).getByRole('status')).toHaveText('Adds 1 h 30 min: 09:00 – 10:30.');
    await page.keyboard.press('Enter');
    await expect(lengths(page, 'API-412').nth(2)).toHaveText('1 h 30');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(lengths(page, 'API-412').nth(2)).toHaveText('–');
    await expect(lengths(page, 'Total').last()).toHaveText('4 h 20');
  });

  await test.step('a shorter length takes the last time off, and nothing left deletes the entry', async () => {
    const field = await openCell(page, 'API-412', 0);
    await field.fill('1:00');
    await expect(grid(page).getByRole('status')).toHaveText('Removes 30 min: 10:00 – 10:30.');
    await field.press('Enter');
    await expect(lengths(page, 'API-412').first()).toHaveText('1 h 00');
    await expect(toast(page)).toContainText('Removed 30 min from API-412.');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(lengths(page, 'API-412').first()).toHaveText('1 h 30');

    await lengths(page, 'WEB-9').nth(1).focus();
    await page.keyboard.press('Backspace');
    await expect(grid(page).getByRole('status')).toHaveText('Removes 20 min: 13:00 – 13:20. One entry is deleted.');
    await page.keyboard.press('Enter');
    await expect(lengths(page, 'WEB-9').last()).toHaveText('–');
    await expect(lengths(page, 'WEB-9').nth(1)).toBeFocused();
    await expect(lengths(page, 'Total').last()).toHaveText('4 h 00');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(lengths(page, 'WEB-9').nth(1)).toHaveText('20 min');
    await page.reload();
    await expect(lengths(page, 'Total').last()).toHaveText('4 h 20');
  });
});

test('Esc cancels; a duration that is invalid, has no room, or can’t be sent stays with an error', {
  tag: '@prove',
}, async ({ page, person, device, context }) => {
  await record(person, MONDAY_AND_TUESDAY);
  await openSheet(page, WEEK);
  const field = await openCell(page, 'WEB-9', 1);
  await field.fill('soon');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveValue('soon');
  await field.fill('30');
  await expect(grid(page).getByRole('status')).toHaveText('Only 21 h 35 min are free on that day.');
  await field.fill('1h');
  await context.setOffline(true);
  await expect(grid(page).getByRole('status')).toHaveText('You’re offline. Save it once you’re back.');
  await field.press('Enter');
  await expect(field).toHaveValue('1h');
  await context.setOffline(false);
  await expect(grid(page).getByRole('status')).toContainText('Adds');
  await field.press('Escape');
  await expect(lengths(page, 'WEB-9').nth(1)).toBeFocused();
  await expect(lengths(page, 'WEB-9').nth(1)).toHaveText('20 min');

  await device.start({ ticket_key: 'API-7', title: 'Goes on', create_ticket: true });
  await openSheet(page, '/timesheet');
  await row(page, 'API-7')
    .getByRole('gridcell', { name: /running/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(grid(page).getByRole('status')).toHaveText(
    'This timer is running. Stop or pause it, then change its duration.',
  );
});

test('an overlap with new time is rejected, and the next attempt finds another free time', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  await record(person, MONDAY_AND_TUESDAY);
  await openSheet(page, WEEK);
  await untilIdle(page);
  // Whatever is requested, the page does not know the other time before it sends its own.
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/timers'),
  );
  await page.route(/\/api\/v1\/timers\?/, async (route) => {
    await sent;
    await route.continue();
  });
  const field = await openCell(page, 'API-412', 0);
  await field.fill('2h');
  await record(person, [['OPS-1', '2025-01-13T10:30:00+01:00', '2025-01-13T10:45:00+01:00']]);
  await field.press('Enter');
  await expect(grid(page).getByRole('status')).toHaveText(
    'Not saved: that time is taken. Enter it again to use another time. Adds 30 min: 10:45 – 11:15.',
  );
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('2h');
  await page.keyboard.press('Enter');
  await expect(lengths(page, 'API-412').first()).toHaveText('2 h 00');
});

test('last week is copied as rows, and its times as proposals to confirm', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  await record(person, MONDAY_AND_TUESDAY);
  await openSheet(page, WEEK_AFTER);
  await expect(page.getByText('Nothing tracked this week.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy last week’s rows' }).click();
  await expect(lengths(page, 'API-412')).toHaveText(['–', '–', '–', '–', '–', '–', '–', '–']);

  await page.getByRole('button', { name: 'Propose last week’s times' }).click();
  const proposals = page.getByRole('region', { name: 'Proposals' });
  await expect(proposals).toContainText('3 entries from last week, 3 h 55 min.');
  await expect(lengths(page, 'API-412').first()).toHaveText('1 h 30, proposed');
  await expect(lengths(page, 'Total').last()).toHaveText('–');
  await expectNoBarriers(page, 'proposals');

  const field = await openCell(page, 'WEB-9', 1);
  await expect(grid(page).getByRole('status')).toHaveText('Adds 20 min: 13:00 – 13:20.');
  await field.press('Enter');
  await expect(lengths(page, 'WEB-9').nth(1)).toHaveText('20 min');
  await expect(proposals).toContainText('2 entries from last week, 3 h 35 min.');
  await proposals.getByRole('button', { name: 'Add all' }).click();
  await expect(proposals).toHaveCount(0);
  await expect(lengths(page, 'Total').last()).toHaveText('3 h 55');
  await expect(toast(page)).toContainText('Added 2 entries from last week, 3 h 35 min.');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(lengths(page, 'Total').last()).toHaveText('20 min');
});

test('a row is added for a ticket that has no time yet', { tag: '@prove' }, async ({ page, person }) => {
  await record(person, MONDAY_AND_TUESDAY);
  await openSheet(page, WEEK_AFTER);
  await expect(page.getByText('Nothing tracked this week.')).toBeVisible();
  await page.getByRole('button', { name: 'Add a row' }).click();
  await page.getByRole('combobox').fill('WEB');
  await page.getByRole('option', { name: /WEB-9/ }).click();
  const field = await openCell(page, 'WEB-9', 3);
  await field.fill('45m');
  await field.press('Enter');
  await expect(lengths(page, 'WEB-9')).toHaveText(['–', '–', '–', '45 min', '–', '–', '–', '45 min']);
});

test.describe('the timesheet fits a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('one day is shown, and a duration in it is changed', { tag: '@prove' }, async ({ page, person }) => {
    await record(person, MONDAY_AND_TUESDAY);
    await openSheet(page, WEEK);
    await page.getByRole('button', { name: 'Tue 14' }).click();
    await expect(page.getByRole('heading', { name: 'Tuesday 14 January' })).toContainText('2 h 25 min');
    const entry = page.getByRole('button', { name: /change the duration of WEB-9/ });
    await expect(entry).toContainText('20 min');
    await entry.click();
    await page.getByRole('textbox', { name: /^WEB-9/ }).fill('1h');
    await expect(page.getByText('Adds 40 min: 13:20 – 14:00.')).toBeVisible();
    await expectNoBarriers(page, 'a length open');
  });
});
