import type { Page } from '@playwright/test';
import { jonasWith, openCorrections } from '#/e2e/corrections.ts';
import { callApi, expect, openBrowserAs, test } from '#/e2e/support.ts';
import { openWeeks } from '#/e2e/weeks.ts';

const WEBHOOK_URL = 'https://example.com/hooks/timer';

test.use({ viewport: { width: 1440, height: 900 } });

const inMenu = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: typeof name === 'string' });
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Opens a page and waits until it has hydrated: from then on it receives keys and events. */
const open = (page: Page, path: string) => Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);

test('a member sees nothing that only admins may see or do', async ({ page, context, browser, person, baseURL }) => {
  expect(person.name).toBe('Maya Lindqvist');
  const jonas = await jonasWith(context, browser, [['WEB-208', '2025-01-13T08:00:00Z', '2025-01-13T11:00:00Z']]);
  await callApi(context, 'patch', '/workspace', { cap_seconds: 36_000 });
  await callApi(context, 'post', '/endpoints', { url: WEBHOOK_URL, event_types: ['workspace.*'] });
  await callApi(jonas.context, 'post', '/timers/start', { title: 'Mine' });
  const { page: his } = await openBrowserAs(browser, jonas.person, { baseURL, viewport: { width: 1440, height: 900 } });

  await test.step('members have no audit log, and see only events about their own data', async () => {
    await open(his, '/team/audit');
    const entry = (what: string) => his.locator('[data-event]').filter({ hasText: what });
    await expect(entry('Timer started')).toBeVisible();
    await expect(entry('Workspace edited')).toHaveCount(0);
    await expect(his.getByRole('link', { name: /^Export/ })).toHaveCount(0);
    for (const name of [/^Audit log/, /^Corrections/, 'Weeks', 'Operations'])
      await expect(inMenu(his, name)).toHaveCount(0);
  });

  await test.step('members have no Corrections page', async () => {
    await openCorrections(his);
    await expect(his.getByText('Only admins can correct other people’s time.')).toBeVisible();
  });

  await test.step('members have no Weeks page', async () => {
    await openWeeks(his);
    await expect(his.getByText('Only admins can approve weeks.')).toBeVisible();
  });

  await test.step('a member is not let in to Operations, and is told whom to ask', async () => {
    await open(his, '/team/operations');
    const alert = his.getByRole('alert', { name: 'No figures to show' });
    await expect(alert).toContainText('Your role doesn’t include this. Ask an owner or admin of the workspace.');
    await expect(alert.getByRole('button'), 'nothing to try again').toHaveCount(0);
  });

  await test.step('members without rights see the list only', async () => {
    await open(his, '/team/members');
    await expect(his.getByRole('row', { name: 'Maya Lindqvist' })).toContainText('Owner');
    await expect(his.getByRole('columnheader', { name: 'Current timer' })).toHaveCount(0);
    await expect(his.getByRole('button', { name: /Actions for|Invite/ })).toHaveCount(0);
    await expect(his.getByRole('heading', { name: 'Invitations' })).toHaveCount(0);
    await his.keyboard.press('c');
    await expect(his.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('a member has no Team day: neither a tab, nor anything at its address', async () => {
    await his.goto('/reports/team-day?range=custom&from=2025-01-13&to=2025-01-13');
    await expect(his.getByRole('alert', { name: 'No report to show' })).toContainText('Ask an owner or admin');
    await expect(section(his, 'Team day')).toHaveCount(0);
    const tabs = his.getByRole('navigation', { name: 'Reports' });
    await expect(tabs.getByRole('link')).toHaveText(['Overview', 'Detailed', 'Tickets', 'Pomodoro', 'Saved']);
  });

  await test.step('a member without permission to manage the workspace reads its settings', async () => {
    await his.goto('/settings#workspace');
    await expect(section(his, 'Workspace')).toContainText(/Cap10\sh/);
    await expect(section(his, 'Workspace').getByRole('textbox')).toHaveCount(0);
    await expect(section(his, 'Workspace').getByRole('button')).toHaveCount(0);
  });

  await test.step('a member reads that only admins see webhooks, and nothing else', async () => {
    await expect(section(his, 'Webhooks')).toContainText('Only admins can see');
    await expect(section(his, 'Webhooks')).not.toContainText(WEBHOOK_URL);
  });

  await test.step('an admin has all of it', async () => {
    await page.goto('/reports');
    await expect(
      page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Team day' }),
    ).toBeVisible();
    for (const name of [/^Audit log/, /^Corrections/, /^Weeks/, 'Operations'])
      await expect(inMenu(page, name)).toBeVisible();
  });
});
