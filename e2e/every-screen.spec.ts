import { AFTERNOON, test, workDay } from '#/e2e/afternoon.ts';
import { checkScreen } from '#/e2e/look.ts';
import { record } from '#/e2e/record.ts';
import {
  callApi,
  composer,
  entries,
  expect,
  hero,
  openDialog,
  openMenu,
  openToday,
  runSql,
  startEarlier,
  toast,
} from '#/e2e/support.ts';
import { SIGNED_OUT } from '#/lib/client/http/signed-out.ts';

const HOUR_MS = 3_600_000;

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });

test.use({ timezoneId: AFTERNOON });

test('Today without a timer', async ({ page, person }, info) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'How it keeps time' })).toBeVisible();
  await checkScreen(page, info, 'first-run');
  await record(person, workDay());
  await openToday(page);
  await expect(entries(page).first()).toBeVisible();
  await checkScreen(page, info, 'idle');
  await composer(page).fill('web');
  await expect(page.getByRole('option').first()).toBeVisible();
  await checkScreen(page, info, 'composer');
});

test('Today with a timer', async ({ page, person, device, context }, info) => {
  await record(person, workDay());
  const { id } = await device.pause(await device.start({ title: 'Rotate the webhook signing secret' }));
  await runSql(
    `with span as (update timer_spans set started_at = now() - interval '110 min', ended_at = now() - interval '90 min'
       where timer_id = $1)
     update timers set started_at = now() - interval '110 min' where id = $1`,
    [id],
  );
  const timer = await device.start({
    ticket_key: 'API-412',
    title: 'Rate limiter returns 429 too early',
    tags: ['backend'],
    create_ticket: true,
  });
  await startEarlier(timer, 1.39 * HOUR_MS);
  await openToday(page);
  await expect(hero(page)).toContainText('Rate limiter');
  await checkScreen(page, info, 'running');
  await page.keyboard.press('e');
  await page.keyboard.type('Rate limiter is too strict');
  await callApi(context, 'patch', `/timers/${timer.id}`, { title: 'Rate limiter counts twice' });
  await expect(hero(page).getByRole('status')).toContainText('What you typed is still here');
  await checkScreen(page, info, 'title-conflict');
  await page.keyboard.press('Escape');
  await entries(page).nth(2).click();
  await checkScreen(page, info, 'entry-open');
  await page.keyboard.press('e');
  await expect(page.getByRole('form', { name: /^Edit / })).toBeVisible();
  await checkScreen(page, info, 'edit-in-row', { part: 'form' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, info, 'split-entry', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await page.keyboard.press('a');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, info, 'add-time', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await openMenu(page, 'Actions for this timer');
  await checkScreen(page, info, 'timer-menu', { part: '[role=menu]' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await page.keyboard.press('w');
  await expect(composer(page)).toBeVisible();
  await checkScreen(page, info, 'switch');
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await expect(hero(page)).toContainText('Paused since');
  await checkScreen(page, info, 'paused');
  await device.start({ title: 'Stand-up' });
  await expect(toast(page)).toContainText('Timer started in another tab');
  await toast(page).hover();
  await checkScreen(page, info, 'conflict');
  await context.setOffline(true);
  await expect(hero(page)).toContainText('Offline');
  await checkScreen(page, info, 'offline');
  await page.keyboard.press('p');
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText('Sent when you’re back online');
  await checkScreen(page, info, 'offline actions');
});

test('dialogs and menus over a page', async ({ page, person, device }, info) => {
  await record(person, workDay());
  await device.start({ ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true });
  await openToday(page);
  await expect(hero(page)).toContainText('Rate limiter');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await checkScreen(page, info, 'palette', { part: 'dialog[open], [role=dialog]' });
  await page.keyboard.press('Escape');
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toBeVisible();
  await checkScreen(page, info, 'shortcuts', { part: 'dialog[open]' });
  await page.keyboard.press('Escape');
  await openMenu(page, /, account menu$/);
  await checkScreen(page, info, 'account-menu', { widths: [1440, 768], part: '[role=menu]' });
  await page.keyboard.press('Escape');
  await openMenu(page, /, workspace menu$/);
  await checkScreen(page, info, 'workspace-menu', { widths: [1440, 768], part: '[role=menu]' });
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 390, height: 844 });
  await openMenu(page, /^More$/);
  await checkScreen(page, info, 'more-menu', { widths: [390], part: '[role=menu]' });
});

test('the calendar', async ({ page, person, device }, info) => {
  await page.goto('/calendar?view=week');
  await expect(page.getByText('Nothing tracked this week')).toBeVisible();
  await checkScreen(page, info, 'empty');
  await record(person, workDay());
  await device.start({ ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true });
  for (const view of ['week', 'day']) {
    await page.goto(`/calendar?view=${view}`);
    await expect(page.locator('[data-block]:visible').first()).toBeVisible();
    await checkScreen(page, info, view);
  }
  await page.goto('/calendar?view=month');
  await expect(page.getByRole('gridcell').filter({ hasText: 'WEB-208' }).first()).toBeVisible();
  await checkScreen(page, info, 'month');
  await page.goto('/calendar?view=month&date=2020-02-10');
  await expect(page.getByText('Nothing tracked this month')).toBeVisible();
  await checkScreen(page, info, 'empty-month');
  await page.goto('/calendar?view=day');
  await openDialog(page, /^OPS-81, Alarm worker lease renewal/);
  await checkScreen(page, info, 'span-form', { part: 'dialog' });
  await page.getByRole('dialog').getByLabel('Ticket').fill('API');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await checkScreen(page, info, 'ticket-list', { part: 'dialog' });
});

test('the timesheet', async ({ page, person }, info) => {
  await page.goto('/timesheet');
  await expect(page.getByText('Nothing tracked this week.')).toBeVisible();
  await checkScreen(page, info, 'empty');
  await record(person, workDay());
  await page.reload();
  await expect(page.getByText('WEB-208').first()).toBeVisible();
  await checkScreen(page, info, 'week');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole('row', { name: /^TEAM-14/ })
    .getByRole('gridcell')
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('grid').getByRole('textbox').fill('2h');
  await checkScreen(page, info, 'cell-open');
});

test('tickets', async ({ page, person, context, device }, info) => {
  await page.goto('/tickets');
  await expect(page.getByText('No tickets yet.')).toBeVisible();
  await checkScreen(page, info, 'empty');
  await record(person, workDay());
  const { tickets } = await callApi(context, 'get', '/tickets?limit=50');
  for (const { id, key } of tickets) {
    const estimate_seconds = key === 'WEB-208' ? 3_600 : 43_200;
    await callApi(context, 'patch', `/tickets/${id}`, { estimate_seconds, project: 'Platform' });
  }
  await callApi(context, 'post', '/tickets', { key: 'DB-29', title: 'Partial index for one running timer' });
  await device.start({ ticket_key: 'API-398', title: 'Idempotency keys for timer start' });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
  await expect(page.getByText('Not worked on this week')).toBeVisible();
  await checkScreen(page, info, 'list');
  await openMenu(page, 'Actions for WEB-208');
  await checkScreen(page, info, 'row-menu', { part: '[role=menu]' });
  await page.keyboard.press('Escape');
  await openDialog(page, 'New ticket');
  await expect(page.getByRole('dialog').getByLabel('Key')).toBeFocused();
  await page.keyboard.type('api 1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('A ticket key has no spaces')).toBeVisible();
  await checkScreen(page, info, 'form', { part: 'dialog' });
  // As when a response reports that the session has ended.
  await page.evaluate((type) => window.dispatchEvent(new CustomEvent(type, { cancelable: true })), SIGNED_OUT);
  await expect(page.getByRole('dialog')).toContainText('You’re signed out.');
  await checkScreen(page, info, 'form-signed-out', { part: 'dialog' });
  await page.goto('/tickets/WEB-208');
  await expect(page.getByRole('region', { name: 'When', exact: true })).toBeVisible();
  await checkScreen(page, info, 'ticket');
  await page.goto('/projects');
  await expect(page.getByText('Platform')).toBeVisible();
  await checkScreen(page, info, 'projects');
});
