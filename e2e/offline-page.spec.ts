import type { Page } from '@playwright/test';
import { test } from '#/e2e/afternoon.ts';
import { KEPT, madeEarlier, nothingWaits, openTodayWhole, shellKept } from '#/e2e/offline-queue.ts';
import { entries, expect, expectNoBarriers, hero, startEarlier } from '#/e2e/support.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR_MS = 3_600_000;

test('on the page shown for an app without a server, a timer is stopped and another started, and both count', {
  tag: '@prove',
}, async ({ page, device, context }) => {
  const timer = await device.start({ title: 'Before the tunnel' });
  await startEarlier(timer, HOUR_MS);
  await openTodayWhole(page);
  await shellKept(page);
  await expect(hero(page)).toContainText('Before the tunnel');
  await context.setOffline(true);
  await page.reload();
  const mutations = page.getByRole('region', { name: 'What you can do' });
  await mutations.getByRole('button', { name: 'Stop' }).click();
  const what = mutations.getByLabel('What are you working on?');
  await what.fill('In the tunnel');
  await what.press('Enter');
  await expect(mutations.getByRole('button', { name: 'Pause' })).toBeVisible();
  const waiting = page.getByRole('region', { name: KEPT }).getByRole('listitem');
  await expect(waiting).toHaveText([/^Stop Before the tunnel at/, /^Start In the tunnel at/]);
  await expectNoBarriers(page, 'actions on the offline page');
  await madeEarlier(page, 30, 20);
  await page.reload();
  await expect(mutations.getByRole('button', { name: 'Pause' })).toBeVisible();

  await context.setOffline(false);
  await expect(hero(page)).toContainText('In the tunnel');
  await nothingWaits(page);
  await expect(entries(page).filter({ hasText: 'Before the tunnel' })).toContainText('30 min');
  const { timer: now } = await device.current();
  expect(now).toMatchObject({ title: 'In the tunnel', spans: [{ origin: 'offline' }] });
});

/** Opens the page shown for the app without a server. */
async function openWithoutServer(page: Page): Promise<void> {
  await openTodayWhole(page);
  await shellKept(page);
  await page.context().setOffline(true);
  await page.reload();
}

test('on the page without a server two quick clicks count once, and the next action works by key', {
  tag: '@prove',
}, async ({ page, device }) => {
  await device.start({ title: 'Pressed twice' });
  await openWithoutServer(page);
  await expect(page.getByRole('heading', { name: 'Pressed twice' })).toBeVisible();
  const mutations = page.getByRole('region', { name: 'What you can do' });
  const waiting = page.getByRole('region', { name: KEPT }).getByRole('listitem');
  await mutations.getByRole('button', { name: 'Pause' }).dblclick();
  await expect(mutations.getByRole('button', { name: 'Resume' })).toBeFocused();
  await expect(waiting).toHaveText([/^Pause Pressed twice at/]);
  await mutations.getByRole('button', { name: 'Stop' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(mutations).toBeFocused();
  await expect(mutations.getByRole('status')).toHaveText(/^Stop Pressed twice at/);
  await expect(waiting).toHaveText([/^Pause Pressed twice at/, /^Stop Pressed twice at/]);
  await page.keyboard.press('Tab');
  await page.keyboard.type('Begun by key');
  await page.keyboard.press('Enter');
  await expect(mutations).toBeFocused();
  await expect(mutations.getByRole('status')).toHaveText(/^Start Begun by key at/);
  await page.keyboard.press('Tab');
  await expect(mutations.getByRole('button', { name: 'Pause' })).toBeFocused();
  await expect(waiting).toHaveCount(3);
});

test('text typed on the page without a server is not lost when the server responds', { tag: '@prove' }, async ({
  page,
  person,
  context,
}) => {
  expect(person.name).toBeTruthy();
  await openWithoutServer(page);
  const what = page.getByRole('region', { name: 'What you can do' }).getByLabel('What are you working on?');
  await what.fill('Half a sentence');
  await context.setOffline(false);
  await expect(page.getByText('The server is responding again.')).toBeVisible();
  await page.getByRole('button', { name: 'Try now' }).click();
  await expect(page.getByRole('button', { name: 'Try now' })).not.toHaveAttribute('aria-disabled', 'true');
  await expect(what).toHaveValue('Half a sentence');
  await expectNoBarriers(page, 'the offline page that waits for what is typed');
  await what.press('Enter');
  await expect(hero(page)).toContainText('Half a sentence');
  await nothingWaits(page);
});

test('on a phone the page without a server keeps the tab bar at the bottom, below everything it says', {
  tag: '@prove',
}, async ({ page, device }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await device.start({ title: 'On the train' });
  await openWithoutServer(page);
  for (const name of ['Today', 'Calendar', 'Tickets', 'Reports', 'Alarms']) {
    await expect(page.getByRole('listitem').filter({ hasText: name })).toBeInViewport();
  }
  const retry = page.getByRole('button', { name: 'Try now' });
  await retry.scrollIntoViewIfNeeded();
  // Presses go to the button, not to an element over it.
  await retry.click({ trial: true });
});
