import type { Page, Route } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import { test as base, callApi, expect, openDialog, openMenu, runSql, toast } from '#/e2e/support.ts';
import type { CreateEndpointJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});

const subscribe = (page: Page, url: string, types = ['timer.*']): Promise<CreateEndpointJson> =>
  callApi(page.context(), 'post', '/endpoints', { url, event_types: types, description: 'Billing' });
const section = (page: Page) => page.getByRole('region', { name: 'Webhooks' });
const drawer = (page: Page) => page.getByRole('complementary', { name: /^Webhook / });
const log = (page: Page) => drawer(page).getByRole('region', { name: 'Deliveries' });

/** Clicks the URL until React can handle it. */
async function open(page: Page, url: string) {
  await page.goto('/settings#webhooks');
  const address = section(page).getByRole('button', { name: url, exact: true });
  await expect(async () => {
    if (!(await drawer(page).isVisible())) await address.click({ timeout: 1_000 });
    await expect(drawer(page)).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return drawer(page);
}

test('a webhook is created by keyboard, shows its secret, and gets the next timer event, signed', async ({
  page,
  receiver,
  device,
}) => {
  await page.goto('/settings');
  await expect(section(page)).toContainText('No webhooks yet');
  await expect(section(page)).toContainText('/api/v1/endpoints');
  const dialog = await openDialog(page, 'New webhook');
  await expect(dialog.getByRole('textbox', { name: 'URL' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Enter a URL.');
  await expect(dialog.getByRole('textbox', { name: 'URL' })).toBeFocused();
  await page.keyboard.type('10.0.0.1');
  await page.keyboard.press('Enter');
  await expect(dialog).toContainText('Choose at least one event.');
  const url = dialog.getByRole('textbox', { name: 'URL' });
  await expect(url, 'all that is wrong is said at once').toHaveAttribute('aria-invalid', 'true');
  await url.fill(receiver.url);
  await expect(url, 'of what stands there now nothing is wrong').not.toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('searchbox', { name: 'Search events' }).fill('stopped');
  await expect(dialog.getByRole('checkbox', { name: /^timer\.started/ })).toBeHidden();
  await expect(dialog.getByRole('group', { name: 'Events' })).not.toContainText('`');
  await dialog.getByRole('checkbox', { name: /^timer\.\*/ }).press('Space');
  await expect(dialog.getByRole('checkbox', { name: /^timer\.stopped/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Create webhook' }).press('Enter');
  const secret = await page
    .getByRole('dialog', { name: 'Secret of the new webhook' })
    .getByText(/^whsec_/)
    .textContent();
  await page.getByRole('button', { name: 'Done' }).press('Enter');
  await expect(section(page).getByRole('row', { name: receiver.url })).toContainText('timer.*');
  await expect(page.getByRole('button', { name: 'New webhook' })).toBeFocused();

  await device.stop(await device.start({ title: 'Ship it' }));
  // Deliveries sent at the same moment may arrive in any order.
  await expect.poll(() => receiver.typesHeard().toSorted()).toEqual(['timer.started', 'timer.stopped']);
  for (const { body, headers } of receiver.heard)
    new Webhook(secret ?? '').verify(body, headers as Record<string, string>);
  await page.reload();
  await expect(section(page).getByRole('row', { name: receiver.url })).toContainText(/100\s%, last\s24\sh/);
});

test('a test shows the receiver’s response, good or bad', { tag: '@prove' }, async ({ page, receiver }) => {
  await subscribe(page, receiver.url);
  const panel = await open(page, receiver.url);
  await panel.getByRole('button', { name: 'Send test' }).click();
  await expect(panel.getByRole('region', { name: 'Test' })).toContainText('200 OK');
  await expect(panel.getByRole('region', { name: 'Test' })).toContainText('answered 200');
  receiver.plan.status = 503;
  await panel.getByRole('button', { name: 'Send test' }).click();
  await expect(panel.getByRole('region', { name: 'Test' })).toContainText('503 Service Unavailable');
  expect(receiver.typesHeard()).toEqual(['ping', 'ping']);
  await expect(log(page)).toContainText('Nothing sent yet');
});

test('the log shows requests and responses; a failed delivery is resent with the same id', async ({
  page,
  receiver,
  device,
}) => {
  receiver.plan.status = 410;
  await subscribe(page, receiver.url);
  await device.start({ title: 'Lost at first' });
  await open(page, receiver.url);
  const row = log(page).getByRole('listitem').filter({ hasText: 'timer.started' }).first();
  await expect(row).toContainText('Failed');
  await row.getByRole('button', { name: /timer\.started/ }).click();
  await expect(row).toContainText('Lost at first');
  await expect(row).toContainText('410 Gone');
  await expect(row).toContainText('answered 410');
  receiver.plan.status = 200;
  await row.getByRole('button', { name: 'Resend', exact: true }).click();
  await expect(toast(page)).toContainText('Sent again');
  await expect(log(page).getByRole('listitem').filter({ hasText: 'timer.started' })).toHaveCount(2);
  await expect(log(page)).toContainText('Delivered');
  const ids = receiver.heard.map(({ headers }) => headers['webhook-id']);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  await log(page).getByText('Failed', { exact: true }).first().click();
  await expect(log(page).getByRole('listitem').filter({ hasText: 'timer.started' })).toHaveCount(1);
});

test('all failed deliveries are counted, then resent', { tag: '@prove' }, async ({ page, receiver, device }) => {
  receiver.plan.status = 410;
  await subscribe(page, receiver.url);
  await device.stop(await device.start({ title: 'Twice' }));
  await expect.poll(() => receiver.heard.length).toBe(2);
  await open(page, receiver.url);
  await expect(log(page).getByText('Failed', { exact: true })).toHaveCount(3);
  receiver.plan.status = 200;
  const cut = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.continue());
  await page.route('**/settings*', cut);
  const question = await openDialog(page, 'Resend failed…', 'alertdialog');
  const countAgain = question.getByRole('button', { name: 'Try again' });
  await expect(countAgain).toBeVisible();
  await page.unroute('**/settings*', cut);
  await countAgain.click();
  await expect(question).toContainText('2 events will be sent again now');
  await question.getByRole('button', { name: 'Resend 2' }).click();
  // The receiver may get them before the page does, while its dialog still shows the first count.
  await expect(question).toBeHidden();
  await expect.poll(() => receiver.heard.length).toBe(4);
  const again = await openDialog(page, 'Resend failed…', 'alertdialog');
  await expect(again).toContainText('No failed deliveries');
});

test('a disabled webhook gets nothing, says so, and enabling it resends nothing', { tag: '@prove' }, async ({
  page,
  receiver,
  device,
}) => {
  await subscribe(page, receiver.url);
  await page.goto('/settings#webhooks');
  await openMenu(page, `Actions for ${receiver.url}`);
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(toast(page)).toContainText('Disabled.');
  await expect(section(page).getByRole('row', { name: receiver.url })).toContainText('Disabled');
  await device.stop(await device.start({ title: 'Unheard' }));
  const panel = await open(page, receiver.url);
  await expect(panel).toContainText('Events aren’t queued in the meantime');
  await panel.getByRole('button', { name: 'Enable' }).click();
  await expect(toast(page)).toContainText('nothing is resent');
  await device.start({ title: 'Heard' });
  await expect.poll(receiver.typesHeard).toEqual(['timer.started']);
});

test('a webhook that the service has disabled says why', { tag: '@prove' }, async ({ page, receiver }) => {
  const { endpoint } = await subscribe(page, receiver.url);
  await runSql("update endpoints set disabled_at = now(), disabled_reason = 'failing' where id = $1", [endpoint.id]);
  const panel = await open(page, receiver.url);
  await expect(panel).toContainText('Disabled automatically because nothing was delivered for too long');
});

test('the secret of a webhook is shown on request and rotated with an overlap', async ({ page, receiver }) => {
  const { secret } = await subscribe(page, receiver.url);
  const panel = await open(page, receiver.url);
  await expect(panel).not.toContainText(secret);
  await page.route('**/secret', (route) => route.abort());
  await panel.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(panel.getByRole('alert', { name: 'No secret to show' })).toContainText('Can’t reach the server');
  await expect(panel.getByRole('button', { name: 'Try now' }).first()).toBeVisible();
  // It also retries by itself, so the button may be gone before it is clicked.
  await page.unroute('**/secret');
  await expect(panel).toContainText(secret);
  const question = await openDialog(page, 'Rotate…', 'alertdialog');
  await question.getByLabel('The old secret expires').selectOption({ label: 'in an hour' });
  await question.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(panel).not.toContainText(secret);
  await expect(panel).toContainText(`${secret.slice(0, 12)}… also signs until`);
});

test('a webhook is edited and deleted, and the focus moves to what remains', { tag: '@prove' }, async ({
  page,
  receiver,
}) => {
  await subscribe(page, receiver.url);
  await page.goto('/settings#webhooks');
  await openMenu(page, `Actions for ${receiver.url}`);
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('checkbox', { name: /^timer\.\*/ })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'URL' }).fill('http://10.0.0.1/hook');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('textbox', { name: 'URL' })).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('textbox', { name: 'URL' }).fill(`${receiver.url}/v2`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await open(page, `${receiver.url}/v2`);
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toBeHidden();
  await expect(section(page).getByRole('button', { name: `${receiver.url}/v2`, exact: true })).toBeFocused();
  await openMenu(page, `Actions for ${receiver.url}/v2`);
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click();
  await expect(section(page)).toContainText('No webhooks yet');
});

test('without a response the section says so, and shows the list once there is one', { tag: '@prove' }, async ({
  page,
  receiver,
}) => {
  await subscribe(page, receiver.url);
  await page.route('**/api/v1/endpoints', (route) => route.abort());
  await page.goto('/settings#webhooks');
  await expect(section(page).getByRole('alert')).toContainText('Can’t reach the server');
  await page.unroute('**/api/v1/endpoints');
  const again = section(page).getByRole('button', { name: 'Try now' });
  await expect(async () => {
    // It may have retried by itself, and then the button is gone.
    if (await again.isVisible()) await again.click({ timeout: 1_000 });
    await expect(section(page).getByRole('row', { name: receiver.url })).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
