import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, expectNoBarriers, openToday, test } from '#/e2e/support.ts';

/** Some states, each on two widths and in two themes. */
test.describe.configure({ timeout: 180_000 });

/** The last entry of the Clockify file. */
const MINUTES = 'date,duration,title\n2026-03-13,30,Standup\n';
/** Two people with one entry each; one of them is no member. */
const teamFile = (email: string) =>
  [
    'start,end,title,email,ticket',
    `2026-03-16 09:00,2026-03-16 10:00,Review,${email},API-412`,
    '2026-03-17 11:00,2026-03-17 10:00,Backwards,jonas@acme.dev,OPS-81',
  ].join('\n');

test('a file of another tracker is uploaded, checked, imported and undone', async ({ page, context, person }, info) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  // 10:00 to 10:30 in Stockholm: in the middle of the first entry of the file.
  const spans = [{ started_at: '2026-03-04T09:00:00Z', ended_at: '2026-03-04T09:30:00Z' }];
  await callApi(context, 'post', '/timers', { title: 'Call with Jonas', spans });
  await openToday(page);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog');
  await palette.getByRole('combobox').fill('import time');
  await palette.getByRole('option', { name: 'Import time', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Import', exact: true })).toBeVisible();
  await page.getByLabel('CSV file').setInputFiles('test/imports/clockify.csv');

  await expect(page.getByText('Clockify · 3 rows · UTF-8')).toBeVisible();
  await expect(page.getByRole('region', { name: 'How the file is read' })).toBeFocused();
  await checkScreen(page, info, 'import-mapping');
  await page.getByRole('button', { name: 'Check the file' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'will be imported' })).toContainText('2 entries');
  await page.getByRole('tab', { name: /Overlaps/ }).click();
  const first = page.getByRole('listitem').filter({ hasText: 'Line 2' });
  await expect(first).toContainText('Overlaps Call with Jonas, Wed 4 Mar 2026, 10:00 – 10:30');
  await checkScreen(page, info, 'import-overlaps');

  await first.getByLabel('What to do with line 2').selectOption('Import the free part');
  const button = page.getByRole('button', { name: 'Import 3 entries' });
  await expect(page.getByRole('tab', { name: /Ready/ })).toContainText('3');
  await expectNoBarriers(page, 'a file that was checked');
  await button.click();
  await expect(page.getByText(/3 entries imported, 3.h 30.min/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
  await checkScreen(page, info, 'import-applied');

  // The same entry from a product that exports dates and minutes.
  await page.getByRole('link', { name: 'All imports' }).click();
  const minutes = { name: 'minutes.csv', mimeType: 'text/csv', buffer: Buffer.from(MINUTES) };
  await page.getByLabel('CSV file').setInputFiles(minutes);
  await page.getByLabel('Durations').selectOption('Minutes, 90');
  await page.getByRole('button', { name: 'Check the file' }).click();
  const again = page.getByRole('listitem').filter({ hasText: 'Line 2' });
  await expect(again).toContainText('Matches Standup, Fri 13 Mar 2026, 23:45 – Sat 00:15');
  await checkScreen(page, info, 'import-duplicates');
  await again.getByLabel('What to do with line 2').selectOption('Import anyway');
  await expect(page.getByRole('button', { name: 'Import 1 entry' })).toBeVisible();
  await page.getByRole('link', { name: 'All imports' }).click();
  await page.getByRole('link', { name: 'clockify.csv' }).click();

  await page.getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('3 entries undone.')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('region', { name: 'Result' })).toBeFocused();
  await page.getByRole('link', { name: 'All imports' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'clockify.csv' })).toContainText('Undone');
  await checkScreen(page, info, 'imports');

  await test.step('a file of several people goes to each of them, and rows say whose they are', async () => {
    const team = { name: 'team.csv', mimeType: 'text/csv', buffer: Buffer.from(teamFile(person.email)) };
    await page.getByLabel('CSV file').setInputFiles(team);
    await expect(page.getByRole('radio', { name: 'By person' })).toBeChecked();
    await page.getByRole('button', { name: 'Check the file' }).click();
    const line = (number: number) => page.getByRole('listitem').filter({ hasText: `Line ${number}` });
    await expect(line(2)).toContainText('API-412 Review · Maya Lindqvist');
    await page.getByRole('tab', { name: /Errors/ }).click();
    await expect(line(3)).toContainText('OPS-81 Backwards · jonas@acme.dev');
    await expect(line(3)).toContainText('This row ends before it begins.');
  });
});
