import type { CDPSession, Page } from '@playwright/test';
import { callApi, expect, openMenu, openToday, test } from '#/e2e/support.ts';

test.use({ serviceWorkers: 'allow' });

const registered = (page: Page) => page.evaluate(async () => void (await navigator.serviceWorker.ready));

/** Delivers push messages like a push service, without the parts that only the browser's vendor can reach. */
async function pushService(page: Page, devtools: CDPSession) {
  const found = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await found;
  const { origin } = new URL(page.url());
  return (data: string) => devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
  });

test('a push message is shown, replaces the previous one, and is removed at sign-out', async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBeTruthy();
  await context.grantPermissions(['notifications']);
  await openToday(page);
  await registered(page);
  const push = await pushService(page, await context.newCDPSession(page));
  // Again until it is shown: a busy browser loses one now and then, and DevTools does not report it.
  const untilShown = (data: string, check: (now: Awaited<ReturnType<typeof shown>>) => void) =>
    expect(async () => {
      await push(data);
      await expect(async () => check(await shown(page))).toPass({ timeout: 5_000 });
    }).toPass();
  const message = { title: 'Work is over, 5 min break', body: 'API-412', path: '/', tag: 'cycle-1' };
  const only = [{ title: message.title, body: 'API-412', tag: 'cycle-1', data: { path: '/' } }];
  await untilShown(JSON.stringify(message), (now) => expect(now).toEqual(only));
  const next = { ...message, title: 'Break is over. Start cycle 2?' };
  await untilShown(JSON.stringify(next), (now) => expect(now).toMatchObject([{ title: next.title }]));
  const unread = { title: 'Timer Service', body: 'Open it to see what’s new.', tag: '', data: { path: '/' } };
  await untilShown('no message of ours', (now) => expect(now).toContainEqual(unread));
  await openMenu(page, /account menu/);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await shown(page)).toEqual([]);
});

test('a browser that blocks push messages says so, and how to change it', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  expect(person.name).toBeTruthy();
  // A test can't decline the browser's own prompt.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { value: 'denied' }));
  await openToday(page);
  await registered(page);
  await page.goto('/settings#notifications');
  await expect(page.getByText(/^Notifications are blocked in this browser/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Send test' })).toBeDisabled();
});

test('switching push on says when the push service can’t be reached', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBeTruthy();
  await context.grantPermissions(['notifications']);
  await openToday(page);
  await registered(page);
  await page.goto('/settings#notifications');
  const device = page.getByRole('switch', { name: 'Push on this device' });
  await expect(page.getByText('Your browser will ask for permission.')).toBeVisible();
  const requested = page.waitForResponse(/\/me\/push-key$/);
  await device.click();
  expect((await requested).status()).toBe(200);
  expect((await callApi(context, 'get', '/me/push-key')).push_key.public_key).toMatch(/^[\w-]{87}$/);
  await expect(page.getByText('This browser’s push service isn’t responding. Try again later.')).toBeVisible();
  await expect(device).not.toBeChecked();
});
