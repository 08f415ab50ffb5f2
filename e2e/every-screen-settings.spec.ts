import { checkScreen } from '#/e2e/look.ts';
import { expect, invitationOf, newPerson, openBrowserAs, runSql, test } from '#/e2e/support.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });
test.use({ timezoneId: 'Europe/Stockholm' });

test('each section of the settings', async ({ page, person }, info) => {
  for (const [name, prefix] of [
    ['billing-prod', 'tk_live_4fQ2'],
    ['a-key-with-quite-a-long-name-of-the-operator', ''],
  ]) {
    await runSql(
      `insert into api_keys (id, workspace_id, user_id, name, prefix, secret_hash, scopes)
       select gen_random_uuid(), m.workspace_id, u.id, $2, $3, sha256(gen_random_uuid()::text::bytea), $4
       from users u join memberships m on m.user_id = u.id where u.email = $1`,
      [person.email, name, prefix, ['timers:read', 'timers:write', 'alarms:read']],
    );
  }
  await page.goto('/settings');
  const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  const sections = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')?.split('#')[1] ?? ''));
  for (const section of sections) {
    await page.goto(`/settings#${section}`);
    await checkScreen(page, info, section, { at: page.locator(`#${section}`) });
  }
  await page.goto('/settings#password');
  const section = page.getByRole('region', { name: 'Password' });
  await section.getByRole('button').last().click();
  await checkScreen(page, info, 'password-errors', { at: section });
});

test('pages for admins as a member sees them', async ({ context, browser, person }, info) => {
  expect(person.name).toBeTruthy();
  const { page } = await openBrowserAs(browser, await newPerson({ name: 'Jonas Berg' }, await invitationOf(context)));
  for (const path of ['team/corrections', 'team/members', 'team/operations', 'team/audit', 'team/weeks', 'alarms']) {
    await page.goto(`/${path}`);
    await checkScreen(page, info, path.replace('/', '-'));
  }
  for (const path of [
    'tickets/NO-1',
    'alarms/0190d5a0-0000-7000-8000-000000000000',
    'import/0190d5a0-0000-7000-8000-000000000000',
    'offline',
  ]) {
    await page.goto(`/${path}`);
    await checkScreen(page, info, `missing-${path.split('/')[0]}`);
  }
  await page.goto('/settings#workspace');
  await checkScreen(page, info, 'workspace-of-member');
});

test('pages while the server fails', async ({ page, person }, info) => {
  expect(person.name).toBeTruthy();
  await page.goto('/tickets');
  await page.route('**/api/v1/**', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'internal', title: 'Internal', detail: 'Something failed.', status: 500 }),
    }),
  );
  for (const path of [
    'calendar',
    'tickets',
    'reports',
    'alarms',
    'team/operations',
    'team/audit',
    'team/members',
    'timesheet',
    'import',
    'reports/saved',
    'settings#exports',
    'settings#webhooks',
    'team/corrections',
    'team/weeks',
    'projects',
  ]) {
    await page.goto(`/${path}?search=x`.replace(/(#.*)\?search=x/, '?x$1'));
    await page.waitForLoadState('networkidle');
    await checkScreen(page, info, path.replaceAll(/[/#]/g, '-'));
  }
});
