import { AFTERNOON, test, workDay } from '#/e2e/afternoon.ts';
import { checkScreen } from '#/e2e/look.ts';
import { record } from '#/e2e/record.ts';
import { callApi, expect, openDialog, openSignedOutBrowser, runSql } from '#/e2e/support.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });
test.use({ timezoneId: AFTERNOON });

const WEEK = '/reports?range=custom&from=2025-01-13&to=2025-01-19&by=ticket';
const REASON = 'A PDF holds at most 31 days. Choose a shorter period, or another format.';

test('exports', async ({ page, context, person }, info) => {
  await record(person, workDay());
  await page.goto('/settings#exports');
  await expect(page.getByText(/^No exports yet/)).toBeVisible();
  await checkScreen(page, info, 'none');
  const dialog = await openDialog(page, 'Export time');
  await checkScreen(page, info, 'dialog', { part: 'dialog' });
  await dialog.getByLabel('Rounding').selectOption('Up');
  await dialog.getByText('Columns').first().click();
  await checkScreen(page, info, 'dialog-columns', { part: 'dialog' });
  await page.keyboard.press('Escape');

  for (let nth = 0; nth < 6; nth++) {
    const body = { from: `2025-01-0${nth + 1}`, to: '2025-01-19', format: nth === 3 ? 'xlsx' : 'jsonl' };
    await callApi(context, 'post', '/reports/exports', body);
    // One after the other: the number of open ones is limited.
    await expect.poll(async () => (await callApi(context, 'get', '/reports/exports')).exports[0].status).toBe('ready');
  }
  const states = [
    ["status = 'requested', expires_at = null, finished_at = null", 1],
    ["status = 'running', rows_done = 18200, rows_total = 50000, expires_at = null, finished_at = null", 2],
    [`status = 'failed', failure_reason = '${REASON}', expires_at = null`, 3],
    ["status = 'canceled', expires_at = null", 4],
    ["status = 'expired'", 5],
  ] as const;
  for (const [state, nth] of states) {
    await runSql(
      `update exports set ${state} where id = (
         select e.id from exports e join users u on u.id = e.user_id where u.email = $1
         order by e.created_at, e.id offset ${nth} limit 1)`,
      [person.email],
    );
  }
  await page.reload();
  await expect(page.getByText(/18,200 entries so far/)).toBeVisible();
  const section = page.getByRole('region', { name: 'Exports' });
  await checkScreen(page, info, 'list', { at: section });
  await page.getByRole('button', { name: 'Create address' }).click();
  await expect(page.getByRole('dialog', { name: 'Your calendar address' })).toBeVisible();
  await checkScreen(page, info, 'address', { part: 'dialog' });
  await page.getByRole('button', { name: 'Done' }).click();
  await checkScreen(page, info, 'address-made', { at: section });
  await openDialog(page, 'Replace address', 'alertdialog');
  await checkScreen(page, info, 'replace', { part: 'dialog' });
});

test('saved and shared reports', async ({ page, person, browser, baseURL }, info) => {
  await page.goto('/reports/saved');
  await expect(page.getByText(/^None yet/).first()).toBeVisible();
  await checkScreen(page, info, 'saved-none');
  await record(person, [
    ['WEB-208', '2025-01-13T08:00:00Z', '2025-01-13T11:00:00Z', 'Calendar drops the last span on DST change'],
    ['API-398', '2025-01-14T12:00:00Z', '2025-01-14T14:00:00Z', 'Idempotency keys for timer start'],
  ]);
  await page.goto(WEEK);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save report' });
  await saving.getByRole('button', { name: 'Save' }).click();
  await checkScreen(page, info, 'save', { part: 'dialog' });
  await saving.getByLabel('Name').fill('Acme, January');
  await saving.getByLabel('Visible to the workspace').check();
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Acme, January saved.')).toBeVisible();
  await checkScreen(page, info, 'saved-toast');
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sharing = page.getByRole('dialog', { name: 'Share report' });
  await checkScreen(page, info, 'share', { part: 'dialog' });
  await sharing.getByLabel('Title').fill('Hours for Acme');
  await sharing.getByLabel('Password').fill('spring-2026');
  await sharing.getByRole('button', { name: 'Create link' }).click();
  const created = page.getByRole('dialog', { name: 'Link to the report' });
  const path = new URL((await created.locator('code').textContent()) ?? '').pathname;
  await checkScreen(page, info, 'link', { part: 'dialog' });
  await created.getByRole('button', { name: 'Done' }).click();
  await page.goto('/reports/saved');
  await expect(page.getByRole('link', { name: 'Acme, January' })).toBeVisible();
  await checkScreen(page, info, 'saved');
  await page.getByRole('button', { name: 'Actions for Acme, January' }).click();
  await checkScreen(page, info, 'saved-menu', { part: '[role=menu]' });
  await page.keyboard.press('Escape');

  const guest = await openSignedOutBrowser(browser, { baseURL });
  await guest.goto(path);
  await guest.getByLabel('Password').fill('summer-2026');
  await guest.getByLabel('Password').press('Enter');
  await expect(guest.getByText('The password is wrong.')).toBeVisible();
  await checkScreen(guest, info, 'shared-password');
  await guest.getByLabel('Password').fill('spring-2026');
  await guest.getByRole('button', { name: 'Open report' }).click();
  await expect(guest.getByRole('heading', { name: 'Hours for Acme' })).toBeVisible();
  await checkScreen(guest, info, 'shared');
  await openDialog(page, 'Revoke the link to Hours for Acme', 'alertdialog');
  await checkScreen(page, info, 'revoke', { part: 'dialog' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(page.getByRole('alertdialog')).toBeHidden();
  await guest.reload();
  await checkScreen(guest, info, 'shared-revoked');
});
