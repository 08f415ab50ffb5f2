import { checkScreen } from '#/e2e/look.ts';
import { notifyOfLongRuns } from '#/e2e/notification-scene.ts';
import {
  callApi,
  expect,
  invitationOf,
  newPerson,
  openBrowserAs,
  openDialog,
  openMenu,
  openSignedOutBrowser,
  runSql,
  test,
} from '#/e2e/support.ts';
import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { newResetSecret } from '#/lib/accounts/password-resets/password-reset.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });

test('screens for people who are not signed in', async ({ page }, info) => {
  await page.goto('/sign-in');
  await expect(page.getByText('Server time, to the second')).toBeVisible();
  await page.getByLabel('Email').fill('maya@example.com');
  await page.getByLabel('Password').fill('not this one');
  await page.getByLabel('Password').press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await checkScreen(page, info, 'sign-in');
  await page.goto('/sign-up');
  await expect(page.getByText('Server time, to the second')).toBeVisible();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await checkScreen(page, info, 'sign-up');
  await page.goto('/forgot-password');
  await expect(page.getByRole('heading').first()).toBeVisible();
  await checkScreen(page, info, 'forgot-password');
  await page.goto('/no/such/page');
  await checkScreen(page, info, 'not-found');
});

test('the mailed link that sets a new password, open and expired', async ({ page }, info) => {
  const { email } = await newPerson();
  const secret = newResetSecret();
  await runSql(
    `insert into password_resets (id, user_id, token_hash, created_at, expires_at)
     select gen_random_uuid(), id, $2, now() - interval '31 min', now() + interval '20 min' from users where email = $1`,
    [email, hashSecret(secret)],
  );
  await page.goto(`/reset-password/${secret}`);
  await page.getByLabel('New password').fill('short');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await checkScreen(page, info, 'reset-password');
  await runSql("update password_resets set expires_at = now() - interval '1 min' where token_hash = $1", [
    hashSecret(secret),
  ]);
  await page.goto(`/reset-password/${secret}`);
  await expect(page.getByRole('link', { name: 'Send another link' })).toBeVisible();
  await checkScreen(page, info, 'reset-link-over');
});

test('invitations', async ({ page, context, person, browser, baseURL }, info) => {
  const url = await invitationOf(context, { role: 'admin' });
  const guest = await openSignedOutBrowser(browser, { baseURL });
  await guest.goto(url);
  await expect(guest.getByText('Server time, to the second')).toBeVisible();
  await checkScreen(guest, info, 'join');
  await page.goto(url);
  await checkScreen(page, info, 'member-already');
  const { page: other } = await openBrowserAs(browser, await newPerson({ name: 'Lea Fischer' }), { baseURL });
  await other.goto(url);
  await checkScreen(other, info, 'accept');
  await other.goto(await invitationOf(context, { email: 'jonas@example.com' }));
  await checkScreen(other, info, 'for-someone-else');
  const { invitations } = await callApi(context, 'get', '/invitations');
  for (const { id } of invitations) await callApi(context, 'delete', `/invitations/${id}`);
  await guest.goto(url);
  await checkScreen(guest, info, 'revoked');
  await runSql("update users set time_zone = 'Nowhere/Town' where email = $1", [person.email]);
  await page.goto('/');
  await expect(page.getByText('This page couldn’t be loaded')).toBeVisible();
  await checkScreen(page, info, 'error');
});

test('settings', async ({ page, context, person, browser }, info) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  await page.goto('/settings');
  await expect(page.getByText(/^This device is in Auckland/)).toBeVisible();
  await checkScreen(page, info, 'settings');
  for (const section of ['notifications', 'api-keys', 'workspace', 'sessions']) {
    await page.goto(`/settings#${section}`);
    await checkScreen(page, info, `settings-${section}`, { at: page.locator(`#${section}`) });
  }
  await openDialog(page, 'New key');
  await checkScreen(page, info, 'new-key', { part: 'dialog' });
  await page.getByRole('dialog').getByLabel('Name').fill('billing-prod');
  await page.getByRole('dialog').getByLabel('See your own timers').check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
  await expect(page.getByRole('button', { name: 'Done' })).toBeVisible();
  await checkScreen(page, info, 'key-once', { part: 'dialog' });
  await page.getByRole('button', { name: 'Done' }).click();
  await openDialog(page, 'Revoke billing-prod', 'alertdialog');
  await checkScreen(page, info, 'revoke', { part: 'dialog' });
  await page.keyboard.press('Escape');
  const question = await openDialog(page, /Pause timers/, 'alertdialog');
  await checkScreen(page, info, 'maintenance', { part: 'dialog' });
  await question.getByRole('button', { name: 'Pause timers' }).click();
  await page.goto('/');
  await expect(page.getByText('Timers are paused for maintenance').first()).toBeVisible();
  await checkScreen(page, info, 'today-in-maintenance');

  const { page: his } = await openBrowserAs(
    browser,
    await newPerson({ name: 'Jonas Berg' }, await invitationOf(context)),
  );
  await his.goto('/settings#leave');
  await openDialog(his, 'Leave Acme…', 'alertdialog');
  await checkScreen(his, info, 'leave', { part: 'dialog' });
});

test('notifications', async ({ page, context, person }, info) => {
  expect(person.name).toBe('Maya Lindqvist');
  await page.goto('/settings');
  const dialog = await openDialog(page, /^Notifications/);
  await expect(dialog.getByText(/^Nothing yet/)).toBeVisible();
  await checkScreen(page, info, 'inbox-empty', { part: 'dialog' });
  await notifyOfLongRuns(
    context,
    'API-412',
    'OPS-81, a title that goes on and on for as long as somebody liked to type',
  );
  await expect(dialog.getByRole('status')).toHaveText('2 unread');
  await checkScreen(page, info, 'inbox', { part: 'dialog' });
});

test('members', async ({ page, context, person, browser }, info) => {
  expect(person.name).toBe('Maya Lindqvist');
  const { context: his } = await openBrowserAs(
    browser,
    await newPerson({ name: 'Jonas Berg' }, await invitationOf(context)),
  );
  await callApi(his, 'post', '/timers/start', { title: 'Goes on' });
  await invitationOf(context, { email: 'lea@example.com', role: 'admin' });
  await page.goto('/team/members');
  await expect(page.getByText('Goes on')).toBeVisible();
  await checkScreen(page, info, 'members');
  await openMenu(page, 'Actions for Jonas Berg');
  await checkScreen(page, info, 'row-menu', { part: '[role=menu]' });
  await page.getByRole('menuitem', { name: 'Transfer ownership…' }).click();
  await checkScreen(page, info, 'transfer', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await openDialog(page, 'Invite');
  await checkScreen(page, info, 'invite', { part: 'dialog' });
  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible();
  await checkScreen(page, info, 'link', { part: 'dialog' });
});
