import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, runSql, test } from '#/e2e/support.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });
test.use({ timezoneId: 'Europe/Stockholm' });

const WRONG = [
  'date,start time,end time,title,email,ticket',
  '2026-03-02,09:00,10:30,Rate limiter returns 429 too early for keys of one workspace,maya@acme.dev,API-412',
  '2026-03-02,10:00,11:00,Stand-up,jonas@acme.dev,TEAM-14',
  '2026-13-02,10:00,11:00,No such month,maya@acme.dev,OPS-81',
  '2026-03-03,12:00,11:00,Ends before it starts,maya@acme.dev,OPS-81',
].join('\n');

test('imports', async ({ page, context, person }, info) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  const spans = [{ started_at: '2026-03-04T08:30:00Z', ended_at: '2026-03-04T09:30:00Z' }];
  await callApi(context, 'post', '/timers', { title: 'Call with Jonas', spans });
  await page.goto('/import');
  await expect(page.getByRole('button', { name: 'Choose a file…' })).toBeVisible();
  await checkScreen(page, info, 'empty');
  const file = (text: string, name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
  await page.getByLabel('CSV file').setInputFiles(file('', 'empty.csv'));
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText('Choose a file that is not empty.');
  await checkScreen(page, info, 'refused');
  await page.getByLabel('CSV file').setInputFiles(file(WRONG, 'time-of-the-whole-platform-team-2026-march.csv'));
  await expect(page.getByText(/4 rows/)).toBeVisible();
  await checkScreen(page, info, 'generic');
  await page.getByText('By person', { exact: true }).click();
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('heading', { name: 'What will be imported' })).toBeVisible();
  await checkScreen(page, info, 'checked');
  await page.getByRole('tab', { name: /Errors/ }).click();
  await page.getByRole('tab', { name: /Errors/ }).scrollIntoViewIfNeeded();
  await checkScreen(page, info, 'errors');

  await page.goto('/import');
  await page.getByLabel('CSV file').setInputFiles('test/imports/clockify.csv');
  await page.getByRole('button', { name: 'Check the file' }).click();
  const button = page.getByRole('button', { name: /^Import \d/ });
  await page.getByRole('tab', { name: /Overlaps/ }).click();
  await button.scrollIntoViewIfNeeded();
  await checkScreen(page, info, 'overlaps');
  await button.click();
  await expect(page.getByText(/entries imported/)).toBeVisible();
  await checkScreen(page, info, 'applied');
  const id = page.url().split('/').at(-1);
  await runSql("update imports set status = 'undoing' where id = $1", [id]);
  await page.reload();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await checkScreen(page, info, 'progress');
  await runSql("update imports set status = 'applied' where id = $1", [id]);
  await page.goto('/import');
  await expect(page.getByRole('link', { name: 'clockify.csv' })).toBeVisible();
  await checkScreen(page, info, 'list');
});
