import { checkScreen } from '#/e2e/look.ts';
import { record } from '#/e2e/record.ts';
import { expect, expectNoBarriers, openSignedOutBrowser, test } from '#/e2e/support.ts';

const WEEK = '/reports?range=custom&from=2025-01-13&to=2025-01-19&by=ticket';
const PASSWORD = 'spring-2026';

test('a report is saved, shared by a link with a password, read by a person who is not signed in, and the link revoked', async ({
  page,
  person,
  browser,
}, info) => {
  await record(person, [
    ['WEB-208', '2025-01-13T08:00:00Z', '2025-01-13T11:00:00Z'],
    ['API-398', '2025-01-14T12:00:00Z', '2025-01-14T14:00:00Z'],
  ]);
  await page.goto(WEEK);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const saving = page.getByRole('dialog', { name: 'Save report' });
  await saving.getByLabel('Name').fill('Acme, January');
  await saving.getByLabel('Visible to the workspace').check();
  await expectNoBarriers(page, 'saving a report', 'dialog');
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Acme, January saved.')).toBeVisible();

  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const sharing = page.getByRole('dialog', { name: 'Share report' });
  await sharing.getByLabel('Title').fill('Hours for Acme');
  await sharing.getByLabel('Password').fill(PASSWORD);
  await expectNoBarriers(page, 'sharing a report', 'dialog');
  await sharing.getByRole('button', { name: 'Create link' }).click();
  const created = page.getByRole('dialog', { name: 'Link to the report' });
  const path = new URL((await created.locator('code').textContent()) ?? '').pathname;
  await created.getByRole('button', { name: 'Copy' }).click();
  await created.getByRole('button', { name: 'Done' }).click();

  const guest = await openSignedOutBrowser(browser, { viewport: { width: 390, height: 844 } });
  const opened = await guest.goto(path);
  expect(opened?.headers()).toMatchObject({
    'cache-control': expect.stringContaining('no-store'),
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  });
  await expect(guest.getByText('Hours for Acme')).toHaveCount(0);
  await guest.getByLabel('Password').fill('summer-2026');
  await guest.getByLabel('Password').press('Enter');
  await expect(guest.getByText('The password is wrong.')).toBeVisible();
  await expectNoBarriers(guest, 'the password of a shared report');
  await guest.getByLabel('Password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Open report' }).click();
  await expect(guest.getByRole('heading', { name: 'Hours for Acme' })).toBeVisible();
  await expect(guest.getByText('5 h', { exact: true })).toBeVisible();
  await expect(guest.getByRole('row', { name: /^WEB-208 .+ 3.h 60.%$/ })).toBeVisible();
  await expect(guest.getByRole('figure')).toHaveAccessibleName(/most on Monday 13 January 2025 with 3.h\.$/);
  const text = await guest.content();
  for (const secret of [person.email, person.name]) expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-/);
  await checkScreen(guest, info, 'shared-report');
  await guest.setViewportSize({ width: 320, height: 640 });
  await expect(guest.locator('svg.recharts-surface')).toHaveAttribute('width', '288');

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('saved rep');
  await page.getByRole('option', { name: 'Saved reports', exact: true }).click();
  await expect(page).toHaveURL('/reports/saved');
  const links = page.getByRole('region', { name: 'Links' });
  await expect(links.getByText(/with a password · opened 1 time/)).toBeVisible();
  await checkScreen(page, info, 'saved-reports');
  const report = page.getByRole('link', { name: 'Acme, January' });
  await report.click();
  await expect(page).toHaveURL(WEEK);
  await page.goBack();
  await page.getByRole('button', { name: 'Actions for Acme, January' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(report).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(report).toBeVisible();
  await links.getByRole('button', { name: 'Revoke the link to Hours for Acme' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click();
  await expect(links.getByText(/^None yet\./)).toBeVisible();
  const closed = await guest.reload();
  expect(closed?.status()).toBe(404);
  await expect(guest.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
});
