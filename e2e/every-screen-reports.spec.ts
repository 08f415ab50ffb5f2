import { AFTERNOON, test, workDay } from '#/e2e/afternoon.ts';
import { checkScreen } from '#/e2e/look.ts';
import { record } from '#/e2e/record.ts';
import { expect } from '#/e2e/support.ts';

/** Some states, each on three widths and in two themes. */
test.describe.configure({ timeout: 300_000 });

test.use({ timezoneId: AFTERNOON });

test('reports', async ({ page, person }, info) => {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/reports?range=last_week')]);
  await expect(page.getByText(/^Nothing tracked in/)).toBeVisible();
  await checkScreen(page, info, 'nothing');
  await record(person, workDay());
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/reports?by=ticket&type=manual')]);
  await expect(page.getByRole('application')).toHaveCount(3);
  await checkScreen(page, info, 'reports');
  await page.keyboard.press('f');
  await page.getByRole('button', { name: 'Show as table: Hours per day' }).click();
  await checkScreen(page, info, 'table');
  const detailed = '/reports/detailed?by=project&then=ticket';
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(detailed)]);
  await expect(page.getByRole('table', { name: 'Entries, the latest first' })).toBeVisible();
  await checkScreen(page, info, 'detailed');
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/reports/tickets')]);
  await expect(page.getByRole('table', { name: /^Tickets/ })).toBeVisible();
  await checkScreen(page, info, 'tickets');
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/reports/pomodoro')]);
  await expect(page.getByRole('application')).toHaveCount(3);
  await checkScreen(page, info, 'pomodoro');
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/reports/team-day')]);
  await expect(page.getByRole('application')).toHaveCount(2);
  await checkScreen(page, info, 'team-day');
});
