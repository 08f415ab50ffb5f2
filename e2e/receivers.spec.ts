import type { Page } from '@playwright/test';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import { test as base, callApi, expect, expectNoBarriers, openMenu, toast } from '#/e2e/support.ts';

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('alertdialog');

test('delivery to an origin that alarms call is paused after showing what waits, limited and resumed', async ({
  page,
  context,
  receiver,
}) => {
  const { origin } = new URL(receiver.url);
  const make = (body: object) => callApi(context, 'post', '/alarms', { url: receiver.url, ...body });
  await make({ name: 'later', delay: '1h' });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/alarms/receivers')]);
  await expect(row(page, 'Whole workspace')).toContainText('Active');
  await expect(row(page, origin)).toContainText('Active');
  await expectNoBarriers(page, 'receivers');

  await page.keyboard.press('j');
  await expect(row(page, 'Whole workspace').getByRole('button', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toContainText('1 alarm is due in the next 24\u00a0h.');
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText(`Paused: ${origin}.`);
  await expect(row(page, origin)).toContainText('Paused');
  await make({ name: 'now', delay_ms: 1 });
  await expect(row(page, origin).getByRole('cell').nth(2)).toHaveText(/1$/);
  expect(receiver.heard).toHaveLength(0);

  const perSecond = row(page, origin).getByRole('textbox', { name: /^Max per second/ });
  await perSecond.fill('0');
  await expect(row(page, origin)).toContainText('Enter a number from 0.001 to 1000, or leave it empty for no limit.');
  await perSecond.fill('50');
  await perSecond.press('Enter');
  await expect(toast(page)).toContainText('Saved:');
  // Without its limits it is still paused.
  await openMenu(page, `Actions for ${origin}`);
  await page.getByRole('menuitem', { name: 'Remove all limits' }).click();
  await expect(perSecond).toHaveValue('');
  await expect(row(page, origin)).toContainText('Paused');
  expect(receiver.heard).toHaveLength(0);
  await perSecond.fill('50');
  await perSecond.press('Enter');
  await expect(perSecond).toHaveValue('50');
  await row(page, origin).getByRole('button', { name: 'Resume' }).click();
  await expect(dialog(page)).toContainText('1 alarm waits. It is sent after alarms that become due, 50 a second');
  await dialog(page).getByRole('button', { name: 'Resume', exact: true }).click();
  await expect(row(page, origin)).toContainText('Limited');
  // The row shows the change before the response; until then the dialog keeps the focus and the typed text.
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => receiver.heard.length).toBe(1);

  // A change that the server does not accept is rolled back.
  await page.route('**/api/v1/receivers/*', (route) => route.abort());
  await perSecond.fill('7');
  await perSecond.press('Enter');
  await expect(toast(page)).toContainText('No response from the server.');
  await expect(perSecond).toHaveValue('50');
  await page.unroute('**/api/v1/receivers/*');

  await page.setViewportSize({ width: 390, height: 844 });
  await openMenu(page, `Actions for ${origin}`);
  await page.getByRole('menuitem', { name: 'Remove all limits' }).click();
  await expect(row(page, origin)).toContainText('Active');
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expect(row(page, origin)).toContainText('Limited');
  await expect(perSecond).toHaveValue('50');
});

test('two limits typed one right after the other are both saved, also for an origin without limits so far', {
  tag: '@prove',
}, async ({ page, context, receiver }) => {
  const { origin } = new URL(receiver.url);
  await callApi(context, 'post', '/alarms', { url: receiver.url, name: 'later', delay: '1h' });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/alarms/receivers')]);
  const perSecond = row(page, origin).getByRole('textbox', { name: /^Max per second/ });
  const atOnce = row(page, origin).getByRole('textbox', { name: /^Max at once/ });
  for (const [speed, width] of [
    ['50', '4'],
    ['7', '3'],
  ] as const) {
    // The first has no response before the second is typed.
    let answer = () => {};
    const isTyped = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/receivers{,/*}', async (route) => {
      if (route.request().method() !== 'GET') await isTyped;
      await route.continue();
    });
    await perSecond.fill(speed);
    await perSecond.press('Tab');
    await expect(atOnce).toBeFocused();
    await atOnce.fill(width);
    await atOnce.press('Enter');
    await expect(perSecond).toHaveValue(speed);
    await expect(atOnce).toHaveValue(width);
    answer();
    await expect
      .poll(async () => (await callApi(context, 'get', '/receivers')).receivers)
      .toMatchObject([{ origin, max_per_second: Number(speed), max_concurrency: Number(width) }]);
    await page.unroute('**/api/v1/receivers{,/*}');
    await expect(perSecond).toHaveValue(speed);
    await expect(atOnce).toHaveValue(width);
  }
});

test('a limit typed offline stays in its field, says that it is not saved, and is saved once back', {
  tag: '@prove',
}, async ({ page, context, receiver }) => {
  const { origin } = new URL(receiver.url);
  await callApi(context, 'post', '/receivers', { origin, max_per_second: 50 });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/alarms/receivers')]);
  const perSecond = row(page, origin).getByRole('textbox', { name: /^Max per second/ });
  await perSecond.fill('7');
  await context.setOffline(true);
  await expect(page.getByText('Offline, last known state.')).toBeVisible();
  await perSecond.press('Enter');
  await expect(row(page, origin)).toContainText('You’re offline. Save it once you’re back.');
  await expect(perSecond).toHaveValue('7');
  await expect(perSecond).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(page, 'a limit typed offline');
  await context.setOffline(false);
  await expect(row(page, origin)).toContainText('Not saved yet.');
  await perSecond.press('Enter');
  await expect(perSecond).not.toHaveAttribute('aria-invalid');
  await expect
    .poll(async () => (await callApi(context, 'get', '/receivers')).receivers)
    .toMatchObject([{ origin, max_per_second: 7 }]);
  await expect(perSecond).toHaveValue('7');
});
