import { jonasWith } from '#/e2e/corrections.ts';
import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, openBrowserAs, test } from '#/e2e/support.ts';
import { openWeek, openWeeks, stateOf, WEEK_STARTS, weekRow } from '#/e2e/weeks.ts';

/** Some states, each on three widths and in two themes. */
test.describe.configure({ timeout: 300_000 });

test('weeks', async ({ page, context, person, browser }, info) => {
  expect(person.name).toBe('Maya Lindqvist');
  await openWeeks(page);
  await expect(page.getByText('Nothing to approve.')).toBeVisible();
  await checkScreen(page, info, 'weeks-none');
  const jonas = await jonasWith(context, browser, [
    ['OPS-81', '2025-01-13T08:00:00Z', '2025-01-13T16:30:00Z', 'Alarm worker lease renewal'],
    ['OPS-77', '2025-01-14T09:00:00Z', '2025-01-14T10:05:00Z', 'Rotate the webhook signing secret'],
    ['DB-31', '2025-01-07T09:00:00Z', '2025-01-07T17:05:00Z', 'Vacuum the event feed'],
  ]);
  for (const starts_on of [WEEK_STARTS, '2025-01-06']) {
    await callApi(jonas.context, 'post', '/weeks/submit', { starts_on });
  }
  await openWeeks(page);
  await expect(weekRow(page)).toHaveCount(2);
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'What Jonas Weber tracked' })).toBeVisible();
  await checkScreen(page, info, 'weeks');
  await page.keyboard.press('r');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, info, 'weeks-return', { part: 'dialog' });
  await page.getByLabel('What needs to change').fill('Wednesday to Friday are missing. Were you away?');
  await page.keyboard.press('Enter');
  await expect(weekRow(page)).toHaveCount(1);
  await openWeeks(page, '?state=returned');
  await expect(weekRow(page)).toContainText('Returned by');
  await checkScreen(page, info, 'weeks-returned');
  const { page: his } = await openBrowserAs(browser, jonas.person);
  await openWeek(his);
  await expect(stateOf(his)).toContainText('Returned by Maya Lindqvist');
  await stateOf(his).scrollIntoViewIfNeeded();
  await checkScreen(his, info, 'timesheet-returned');
});
