import type { BrowserContext, Page } from '@playwright/test';
import { checkScreen } from '#/e2e/look.ts';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import { callApi, test as everyone, expect, openDialog, openMenu, runSql } from '#/e2e/support.ts';
import type { CreateAlarmBody } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import type { AlarmJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

const test = everyone.extend<{ receiver: Receiver }>({
  receiver: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});

/** Many states, each on three widths and in two themes. */
everyone.describe.configure({ timeout: 600_000 });

const drawer = (page: Page) => page.getByRole('complementary', { name: /^(Alarm|Webhook) / });
const make = async (context: BrowserContext, body: CreateAlarmBody): Promise<AlarmJson> =>
  (await callApi(context, 'post', '/alarms', body)).alarm;
const expectStatus = (context: BrowserContext, { id }: AlarmJson, status: string) =>
  expect.poll(async () => (await callApi(context, 'get', `/alarms/${id}`)).alarm.status).toBe(status);

/** Waits until the page has hydrated: from then on it handles keys. */
async function open(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

test('alarms', async ({ page, context, receiver: { url, plan } }, info) => {
  await open(page, '/alarms');
  await expect(page.getByText('No alarms in the last')).toBeVisible();
  await checkScreen(page, info, 'empty');

  for (const [name, minutes] of [
    ['invoice.reminder', 12],
    ['trial.ends', 27],
    ['deploy.window.close', 90],
  ] as const) {
    await make(context, { name, url, delay_ms: minutes * 60_000 });
  }
  for (const name of ['session.idle', 'cart.expire', 'lease.renew']) {
    await expectStatus(context, await make(context, { name, url, delay_ms: 1 }), 'delivered');
  }
  plan.status = 503;
  const retry = ['1s', '1s', '10m', '1h'];
  const payload = { invoice: 'INV-0417', customer: 'cus_8812' };
  const retrying = await make(context, { name: 'invoice.reminder', url, delay_ms: 1, retry, payload });
  const dead = await make(context, { name: 'report.nightly', url, delay_ms: 1, retry: [] });
  await expectStatus(context, dead, 'dead');
  await expect.poll(async () => (await callApi(context, 'get', `/alarms/${retrying.id}`)).alarm.attempts).toBe(3);
  await open(page, '/alarms');
  await expect(page.getByRole('row').filter({ hasText: 'trial.ends' })).toBeVisible();
  await checkScreen(page, info, 'list');
  await openMenu(page, /^Last/);
  await checkScreen(page, info, 'window-menu', { part: '[role=menu]' });
  await page.keyboard.press('Escape');

  await open(page, `/alarms/${retrying.id}`);
  await expect(drawer(page).getByRole('listitem').filter({ hasText: '503 Service Unavailable' })).toHaveCount(3);
  plan.status = 200;
  await expectStatus(context, await make(context, { name: 'later.one', url, delay_ms: 1 }), 'delivered');
  await expect(page.getByRole('button', { name: '1 new' })).toBeVisible();
  await checkScreen(page, info, 'drawer');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await checkScreen(page, info, 'abort', { part: 'dialog' });

  await open(page, '/alarms?state=dead');
  await page.getByRole('checkbox', { name: 'Select report.nightly' }).check();
  await checkScreen(page, info, 'dead');
  await page.keyboard.press('c');
  const form = page.getByRole('dialog', { name: 'New alarm' });
  await form.getByText('More options').click();
  await form.getByRole('button', { name: 'Create alarm' }).click();
  await expect(form).toContainText('Enter a URL.');
  await checkScreen(page, info, 'form', { part: 'dialog' });
});

test('schedules', async ({ page, context, receiver: { url, plan } }, info) => {
  await open(page, '/alarms/schedules');
  await expect(page.getByText('No schedules yet.')).toBeVisible();
  await checkScreen(page, info, 'empty');

  const make = async (body: object) => (await callApi(context, 'post', '/schedules', { url, ...body })).schedule;
  // Its first run must still be ahead when a slow machine has created it.
  const soon = () => new Date(Date.now() + 5_000).toISOString();
  const lastRun = async (id: string) => (await callApi(context, 'get', `/schedules/${id}`)).schedule.last_run?.status;
  const hourly = await make({ name: 'lease.renew', repeat: `R/${soon()}/PT1H` });
  await expect.poll(() => lastRun(hourly.id)).toBe('delivered');
  plan.status = 503;
  const daily = await make({ name: 'report.nightly', repeat: `R3/${soon()}/P1D`, retry: [] });
  await expect.poll(() => lastRun(daily.id)).toBe('dead');
  await callApi(context, 'post', `/schedules/${daily.id}/pause`, {});
  await make({ name: 'invoices.of.the.month', cron: '0 6 L * *', time_zone: 'America/New_York' });
  const { id } = await make({ name: 'report.daily', cron: '30 2 * * *', time_zone: 'America/New_York' });
  await open(page, '/alarms/schedules');
  await expect(page.getByRole('row')).toHaveCount(5);
  await checkScreen(page, info, 'list');
  await open(page, `/alarms/schedules?open=${id}`);
  await expect(page.getByRole('complementary', { name: 'Schedule report.daily' })).toContainText('America/New York');
  await checkScreen(page, info, 'drawer');
  await page.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit report.daily' });
  await expect(form.getByRole('row')).toHaveCount(6);
  await checkScreen(page, info, 'form', { part: 'dialog' });
  await form.getByLabel('Name', { exact: true }).fill('report.morning');
  await callApi(context, 'patch', `/schedules/${id}`, { name: 'report.evening', cron: '30 18 * * *' });
  await page.keyboard.press('Control+Enter');
  const conflict = form.getByRole('status').filter({ hasText: 'What you typed is still here' });
  await checkScreen(page, info, 'conflict', { part: 'dialog', at: conflict });
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete…' }).first().click();
  await checkScreen(page, info, 'delete', { part: 'dialog' });
  await open(page, `/alarms?window=month&schedule=${hourly.id}`);
  await expect(page.getByText('Runs of lease.renew')).toBeVisible();
  await checkScreen(page, info, 'runs');
});

test('receivers', async ({ page, context, receiver: { url } }, info) => {
  await open(page, '/alarms/receivers');
  await expect(page.getByText('No alarms have been sent yet.')).toBeVisible();
  await checkScreen(page, info, 'empty');
  const { origin } = new URL(url);
  await callApi(context, 'post', '/receivers', { origin, paused: true, max_per_second: 2.5 });
  await callApi(context, 'post', '/receivers', { origin: 'https://hooks.example.com', max_concurrency: 4 });
  await callApi(context, 'post', '/endpoints', { url, event_types: ['timer.*'] });
  for (const name of ['one', 'two']) await make(context, { name, url, delay_ms: 1 });
  await make(context, { name: 'later', url: 'https://billing.example.com/hook', delay: '1h' });
  await open(page, '/alarms/receivers');
  const held = page.getByRole('row').filter({ hasText: origin }).filter({ hasText: 'Paused' });
  await expect(held.getByRole('cell').nth(2)).toHaveText(/2$/);
  await checkScreen(page, info, 'list');
  await held.getByRole('button', { name: 'Resume' }).click();
  await checkScreen(page, info, 'resume', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Pause Whole workspace' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('1 alarm is due');
  await checkScreen(page, info, 'pause', { part: 'dialog' });
});

test('webhooks', async ({ page, context, device, receiver: { url, plan } }, info) => {
  plan.status = 410;
  const events = ['timer.*'];
  const { id } = (await callApi(context, 'post', '/endpoints', { url, event_types: events, description: 'Billing' }))
    .endpoint;
  await device.stop(await device.start({ title: 'Ship it' }));
  await page.goto('/settings#webhooks');
  await openMenu(page, `Actions for ${url}`);
  // The page has been scrolled; its bar stays in place.
  expect.soft((await page.locator('header:has(h1)').boundingBox())?.y).toBe(0);
  await checkScreen(page, info, 'row-menu', { part: '[role=menu]' });
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await checkScreen(page, info, 'form', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await openMenu(page, `Actions for ${url}`);
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await checkScreen(page, info, 'delete', { part: 'dialog' });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: url, exact: true }).click();
  const delivery = drawer(page).getByRole('listitem').filter({ hasText: 'timer.started' }).first();
  await expect(delivery).toContainText('Failed');
  await delivery.getByRole('button', { name: /timer\.started/ }).click();
  await expect(delivery).toContainText('410 Gone');
  await drawer(page).getByRole('button', { name: 'Send test' }).click();
  await expect(drawer(page)).toContainText('answered 410');
  await checkScreen(page, info, 'drawer');
  await openDialog(page, 'Rotate…', 'alertdialog');
  await checkScreen(page, info, 'rotate', { part: 'dialog' });
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);

  await runSql("update endpoints set disabled_at = now(), disabled_reason = 'failing' where id = $1", [id]);
  await page.reload();
  await expect(async () => {
    if (!(await drawer(page).isVisible())) await page.getByRole('button', { name: url, exact: true }).click();
    await expect(drawer(page)).toContainText('Disabled automatically', { timeout: 1_000 });
  }).toPass();
  await checkScreen(page, info, 'disabled');
});
