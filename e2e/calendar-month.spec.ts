import type { Page } from '@playwright/test';
import { openCalendar } from '#/e2e/open-calendar.ts';
import { record, type Work } from '#/e2e/record.ts';
import { callApi, expect, expectNoBarriers, test } from '#/e2e/support.ts';

const MONTH = '?view=month&date=2026-03-10';
/** In Stockholm, where clocks go forward on 29 March. */
const WORK: Work[] = [
  ['API-412', '2026-03-03T08:00:00Z', '2026-03-03T09:30:00Z', 'Rate limiter'],
  ['OPS-81', '2026-03-03T10:00:00Z', '2026-03-03T10:45:00Z'],
  ['API-412', '2026-03-29T00:30:00Z', '2026-03-29T02:00:00Z', 'Night of the change'],
  ['API-412', '2026-04-01T22:30:00Z', '2026-04-01T23:00:00Z', 'Of the next month'],
];

const day = (page: Page, name: RegExp) => page.getByRole('gridcell').getByRole('button', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test.beforeEach(async ({ person }) => record(person, WORK));

test('a month shows the total of each day and week, opens days and entries by mouse, and leads to the months before and after it', async ({
  page,
  context,
}) => {
  await callApi(context, 'patch', '/me', { week_target_seconds: 135_000 });
  await openCalendar(page, '?view=week&date=2026-03-10');

  await test.step('chosen beside day and week, in the zone of the person, also over a change of clocks', async () => {
    await page.getByRole('radio', { name: 'Month' }).click();
    await expect(page).toHaveURL(`/calendar${MONTH}`);
    await expect(heading(page, 'March 2026')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(7);
    await expect(day(page, /^Tuesday 3 March, 2\sh 15\smin, 2 entries$/)).toBeVisible();
    await expect(day(page, /^Sunday 29 March, 1\sh 30\smin, 1 entry$/)).toBeVisible();
    await expect(day(page, /^Thursday 2 April, 30\smin, 1 entry$/)).toBeVisible();
    await expect(day(page, /^Wednesday 4 March, nothing tracked$/)).toBeVisible();
    await expect(page.getByRole('gridcell', { name: /^Week 10/ })).toContainText(/2\sh 15\smin of 37\sh 30\smin/);
    // Only of the month.
    await expect(page.getByText(/^3\sh 45\smin$/).first()).toBeVisible();
  });

  await test.step('an entry opens the form that it has in a week', async () => {
    await page.getByRole('button', { name: /^API-412, Rate limiter, Tue 3/ }).click();
    const form = page.getByRole('dialog', { name: 'Edit API-412' });
    await form.getByLabel('To', { exact: true }).fill('11:00');
    await page.keyboard.press('Control+Enter');
    await expect(form).toBeHidden();
    await expect(day(page, /^Tuesday 3 March, 2\sh 45\smin/)).toBeVisible();
  });

  await test.step('a date opens its day, and Back the month', async () => {
    await day(page, /^Tuesday 3 March/).click();
    await expect(page).toHaveURL('/calendar?view=day&date=2026-03-03');
    await expect(page.locator('[data-block]:visible')).toHaveCount(2);
    await page.goBack();
    await expect(heading(page, 'March 2026')).toBeVisible();
  });

  await test.step('the next month, the one before, and this one', async () => {
    await page.getByRole('button', { name: 'Next month', exact: true }).click();
    await expect(heading(page, 'April 2026')).toBeVisible();
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await expect(heading(page, 'February 2026')).toBeVisible();
    await expect(page.getByText('Nothing tracked this month.')).toBeVisible();
    await page.keyboard.press('t');
    await expect(page.locator('[aria-current=date]')).toHaveCount(1);
  });
});

test('a month is navigated and edited by keys, and entries that don’t fit into a cell are counted', {
  tag: '@prove',
}, async ({ page, person, context }) => {
  const busy = Array.from({ length: 12 }, (_, index): Work => {
    const minute = String(index * 5).padStart(2, '0');
    return [`DB-${index}`, `2026-03-12T08:${minute}:00Z`, `2026-03-12T08:${minute}:30Z`];
  });
  await record(person, busy);
  await openCalendar(page, MONTH);

  await test.step('by day and week, to the ends of the week, and over the edge of the month', async () => {
    await day(page, /^Tuesday 10 March/).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect(day(page, /^Wednesday 18 March/)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(day(page, /^Monday 16 March/)).toBeFocused();
    await page.keyboard.press('End');
    await expect(day(page, /^Sunday 22 March/)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(day(page, /^Sunday 5 April/)).toBeFocused();
    await expect(heading(page, 'April 2026')).toBeVisible();
    await page.keyboard.press('PageUp');
    await expect(day(page, /^Thursday 5 March/)).toBeFocused();
    await page.keyboard.press('t');
    await expect(page.locator('[aria-current=date]')).toBeFocused();
    await page.goBack();
    await expect(page).toHaveURL('/calendar?view=month&date=2026-03-05');
    await expect(page.getByRole('grid').locator('[tabindex="0"]')).toHaveAccessibleName(/^Thursday 5 March/);
  });

  await test.step('A adds time to the day that has the focus', async () => {
    await day(page, /^Thursday 5 March/).focus();
    await page.keyboard.press('a');
    const form = page.getByRole('dialog', { name: 'Add time' });
    await form.getByLabel('What').fill('Planning');
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(day(page, /^Thursday 5 March, 1\sh, 1 entry$/)).toBeFocused();
    const { timers } = await callApi(context, 'get', '/timers?date=2026-03-05');
    expect(timers[0].spans[0].started_at).toBe('2026-03-05T08:00:00.000Z');
  });

  await test.step('Enter opens the day, and Back returns to it in the month', async () => {
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/calendar?view=day&date=2026-03-06');
    await expect(page.getByRole('button', { name: /^Friday 6 March 09:00 Add time/ })).toBeFocused();
    await page.goBack();
    await expect(page.getByRole('grid').locator('[tabindex="0"]')).toHaveAccessibleName(/^Friday 6 March/);
  });

  await test.step('what a cell has no room for opens the day', async () => {
    await expect(day(page, /^Thursday 12 March, 6\smin, 12 entries$/)).toBeVisible();
    await expectNoBarriers(page, 'a month');
    await page.getByRole('button', { name: /^\d+ more on Thursday 12 March$/ }).click();
    await expect(page).toHaveURL('/calendar?view=day&date=2026-03-12');
  });
});

test.describe('the calendar’s month fits a phone', { tag: '@prove' }, () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a month has room for seven days, and a tap opens one', async ({ page }) => {
    await openCalendar(page, '?view=day&date=2026-03-10');
    await page.getByRole('button', { name: 'Month', exact: true }).tap();
    await expect(page).toHaveURL(`/calendar${MONTH}`);
    await expect(day(page, /^Tuesday 3 March, 2\sh 15\smin, 2 entries$/)).toContainText(/2\sh 15/);
    await page
      .getByRole('gridcell')
      .filter({ has: page.getByRole('button', { name: /^Tuesday 3 March/ }) })
      .tap();
    await expect(page).toHaveURL('/calendar?view=day&date=2026-03-03');
    await expect(page.locator('[data-block]:visible')).toHaveCount(2);
  });
});
