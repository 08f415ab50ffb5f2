import { AFTERNOON, test, workDay } from '#/e2e/afternoon.ts';
import { checkScreen } from '#/e2e/look.ts';
import { record } from '#/e2e/record.ts';
import { callApi, entries, expect, openMenu, openToday, toast } from '#/e2e/support.ts';

/** Some states, each on three widths and in two themes. */
test.describe.configure({ timeout: 300_000 });

test.use({ timezoneId: AFTERNOON });

test('the menu of an entry', async ({ page, person }, info) => {
  await record(person, workDay());
  await openToday(page);
  await entries(page).nth(1).click();
  // By pointer on the row, by touch in the opened row.
  for (const width of [1440, 768, 390] as const) {
    await page.setViewportSize({ width, height: 844 });
    await entries(page).nth(1).hover();
    await page
      .getByRole('button', { name: /^Actions for / })
      .filter({ visible: true })
      .last()
      .click();
    // The pointer has left the row by then: without its button the menu would be in a corner of the window.
    await page.getByRole('menuitem').first().hover();
    await expect.soft(page.locator('button[aria-haspopup=menu][data-state=open]')).toBeVisible();
    await checkScreen(page, info, 'entry-menu', { widths: [width], part: '[role=menu]' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
});

test('menus and forms of tickets and projects', async ({ page, person, context }, info) => {
  await record(person, workDay());
  const { tickets } = await callApi(context, 'get', '/tickets?limit=50');
  for (const { id } of tickets) {
    await callApi(context, 'patch', `/tickets/${id}`, { estimate_seconds: 43_200, project: 'Platform' });
  }
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
  for (const label of ['State', 'Project', 'Order']) {
    await openMenu(page, new RegExp(`^${label}`));
    await checkScreen(page, info, `${label.toLowerCase()}-menu`, { part: '[role=menu]' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  }
  await openMenu(page, 'Actions for WEB-208');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const ticket = page.getByRole('dialog', { name: 'Edit WEB-208' });
  await expect(ticket.getByLabel('Title')).toBeFocused();
  await checkScreen(page, info, 'ticket-edit', { part: 'dialog' });
  await ticket.getByLabel('Key').fill('API-398');
  await ticket.getByLabel('Estimate').fill('12h');
  await page.keyboard.press('Enter');
  await expect(ticket).toContainText('Another ticket has this key.');
  await checkScreen(page, info, 'ticket-edit-taken', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await expect(ticket).toContainText('Discard what you typed?');
  await checkScreen(page, info, 'ticket-discard', { part: 'dialog' });
  await ticket.getByRole('button', { name: 'Discard' }).click();
  await expect(ticket).toBeHidden();
  await page.keyboard.press('c');
  const created = page.getByRole('dialog', { name: 'New ticket' });
  await expect(created.getByLabel('Key')).toBeFocused();
  await checkScreen(page, info, 'ticket-new', { part: 'dialog' });
  await page.keyboard.press('Escape');

  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/projects')]);
  await openMenu(page, 'Actions for Platform');
  await checkScreen(page, info, 'project-menu', { part: '[role=menu]' });
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await checkScreen(page, info, 'project-rename', { part: 'dialog' });
});

test('menus of alarms and schedules', async ({ page, person, context }, info) => {
  expect(person.email).toBeTruthy();
  const url = 'https://hooks.example.com/lease';
  await callApi(context, 'post', '/schedules', { url, name: 'lease', cron: '0 6 * * 1', time_zone: 'UTC' });
  const { alarm } = await callApi(context, 'post', '/alarms', {
    name: 'invoice.reminder',
    output_mode: 'event',
    delay_ms: 3_600_000,
  });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/alarms/schedules')]);
  await openMenu(page, 'Actions for lease');
  await checkScreen(page, info, 'schedule-menu', { part: '[role=menu]' });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(`/alarms/${alarm.id}`)]);
  const drawer = page.getByRole('complementary', { name: /^Alarm / });
  await drawer.getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  const field = (label: string) => page.getByRole('dialog').getByLabel(label, { exact: true }).boundingBox();
  const [day, time] = await Promise.all([field('Day'), field('Time')]);
  expect.soft((time?.x ?? 0) - (day?.x ?? 0) - (day?.width ?? 0), 'the gap between day and time').toBeCloseTo(8);
  await checkScreen(page, info, 'reschedule', { part: 'dialog' });
});

test('a paused timer above other pages', async ({ page, person, device }, info) => {
  expect(person.email).toBeTruthy();
  await device.pause(
    await device.start({ ticket_key: 'API-412', title: 'Rate limiter returns 429 too early', create_ticket: true }),
  );
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/timesheet')]);
  await expect(page.getByRole('region', { name: 'Paused timer' })).toContainText('API-412');
  await checkScreen(page, info, 'strip-with-ticket');
  await device.pause(await device.start({ title: 'Stand-up' }));
  await expect(page.getByRole('region', { name: 'Paused timer' })).toContainText('Stand-up');
  await toast(page).hover();
  await page.setViewportSize({ width: 390, height: 844 });
  // Messages are above a phone's timer, whose buttons stay within reach.
  const [toastBox, strip] = await Promise.all([toast(page).boundingBox(), page.locator('[data-strip]').boundingBox()]);
  expect.soft((toastBox?.y ?? 0) + (toastBox?.height ?? 0)).toBeLessThanOrEqual(strip?.y ?? 0);
  await checkScreen(page, info, 'strip-without-ticket');
});
