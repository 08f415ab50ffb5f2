import type { Browser, Page } from '@playwright/test';
import {
  clockText,
  composer,
  expect,
  hero,
  openBrowserAs,
  openToday,
  type Person,
  test,
  toast,
} from '#/e2e/support.ts';

/** The same person in a second browser. */
async function secondBrowser(
  browser: Browser,
  person: Person,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const { page } = await openBrowserAs(browser, person);
  await prepare?.(page);
  await openToday(page);
  return page;
}

// The time is measured by e2e/speed/two-tabs.spec.ts.
test('an action in one tab is shown in the other, with a toast', async ({ page, person, browser }) => {
  const other = await secondBrowser(browser, person);
  // A start before the stream is there is shown without a toast.
  await Promise.all([page.waitForResponse('**/api/v1/stream'), openToday(page)]);

  await composer(other).fill('Made elsewhere');
  await other.keyboard.press('Enter');
  await expect(hero(page)).toContainText('Made elsewhere');
  await expect(toast(page)).toContainText(
    'Timer started in another tab or on another device. That timer is shown now.',
  );
  await expect(toast(other)).toHaveCount(0);

  await other.keyboard.press('p');
  await expect(hero(page)).toContainText('Paused since');
  await page.keyboard.press('p');
  await expect(hero(other)).toContainText('Running');
  await page.keyboard.press('s');
  await expect(other.getByText('No timer running')).toBeVisible();
  await expect(toast(other)).toContainText('Timer stopped in another tab or on another device.');
});

test('the loser of a start race sees the running timer, and switches with one click', async ({
  page,
  person,
  browser,
}) => {
  // Isn't notified of the other start before its own, as when both are started at the same moment. Offline, it would
  // queue its start.
  const loser = await secondBrowser(browser, person, async (one) => {
    const before = await one.request.get('/api/v1/timers/current');
    expect(await before.json()).toMatchObject({ timer: null });
    await one.route('**/api/v1/stream', (route) => route.abort());
    let isNotified = false;
    await one.route('**/api/v1/timers/start', (route) => {
      isNotified = true;
      return route.continue();
    });
    await one.route('**/api/v1/timers/current', (route) =>
      isNotified ? route.continue() : route.fulfill({ response: before }),
    );
  });
  await openToday(page);
  await composer(page).fill('The winner');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('The winner');
  await expect(toast(page)).toHaveCount(0);

  await composer(loser).fill('The wish');
  await loser.keyboard.press('Enter');
  await expect(toast(loser)).toContainText(
    'Timer started in another tab or on another device. That timer is shown now.',
  );
  await expect(hero(loser)).toContainText('The winner');

  await toast(loser).getByRole('button', { name: 'Switch to The wish' }).click();
  await expect(hero(loser)).toContainText('The wish');
  await expect(toast(loser)).toContainText(/The winner stopped at .+, The wish started/);
  await expect(hero(page)).toContainText('The wish');
});

test('without a stream a tab is updated within thirty seconds', async ({ page, device }) => {
  await page.clock.install();
  await page.route('**/api/v1/stream', (route) => route.abort());
  await openToday(page);
  await expect(composer(page)).toBeVisible();
  await page.clock.runFor(3_000);
  await device.start({ title: 'Unheard of' });
  await page.clock.runFor(27_000);
  await expect(hero(page)).toContainText('Unheard of');
});

test('a resumed stream delivers missed events', { tag: '@prove' }, async ({ page, device }) => {
  await page.clock.install();
  let isBroken = true;
  await page.route('**/api/v1/stream', (route) => (isBroken ? route.abort() : route.continue()));
  await openToday(page);
  await expect(composer(page)).toBeVisible();
  const missed = await device.start({ title: 'Missed' });
  isBroken = false;
  await page.clock.runFor(15_000);
  await expect(hero(page)).toContainText('Missed');
  await device.pause(missed);
  await expect(hero(page)).toContainText('Paused since');
});

test('two simultaneous starts from two tabs leave one running timer in both', async ({
  page,
  person,
  browser,
  device,
}) => {
  const other = await secondBrowser(browser, person);
  await openToday(page);
  await composer(page).fill('One');
  await composer(other).fill('Other');
  await Promise.all([page.keyboard.press('Enter'), other.keyboard.press('Enter')]);
  await expect(clockText(page)).toBeVisible();
  await expect(async () => {
    const { timer } = await device.current();
    expect(timer).not.toBeNull();
    await expect(hero(page)).toContainText(timer?.title ?? '', { timeout: 1_000 });
    await expect(hero(other)).toContainText(timer?.title ?? '', { timeout: 1_000 });
  }).toPass();
});
