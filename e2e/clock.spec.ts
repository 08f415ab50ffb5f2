import type { Page } from '@playwright/test';
import {
  clockText,
  composer,
  expect,
  hero,
  openToday,
  proveUnless,
  shownSeconds,
  startEarlier,
  test,
} from '#/e2e/support.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EARLIER_MS = HOUR_MS + 23 * 60_000;
/** An upper bound of the difference between the database's and this process's clock when read one after the other. */
const READING_MS = 1_000;
/** The expected digits some time after the start; `expectInStep` checks the second. */
const EARLIER = /^1:[23]\d:\d\d$/;
const JUST_STARTED = /^0:\d\d:\d\d$/;
const SEVEN_HOURS = /^7:\d\d:\d\d$/;

/** The digits compared with the server's own sum, requested just before and just after. */
async function expectSynced(page: Page, device: { current: () => Promise<{ timer: { elapsed_ms: number } | null }> }) {
  const seconds = async () => ((await device.current()).timer?.elapsed_ms ?? 0) / 1000;
  await expect(async () => {
    const before = await seconds();
    const shown = await shownSeconds(page);
    const after = await seconds();
    // The digits show whole seconds, rounded down.
    expect(shown).toBeGreaterThan(before - 2);
    expect(shown).toBeLessThanOrEqual(after + 1);
  }).toPass();
}

for (const [words, errorMs] of [
  ['a day ahead', DAY_MS],
  ['three hours behind', -3 * HOUR_MS],
] as const) {
  test(
    `a browser whose clock is ${words} shows the right time and stores no wrong second`,
    proveUnless(errorMs > 0),
    async ({ page, device }) => {
      await startEarlier(await device.start({ title: 'Before' }), EARLIER_MS);
      await page.clock.install({ time: Date.now() + errorMs });
      await openToday(page);
      await expect(clockText(page)).toHaveText(EARLIER);
      await expectSynced(page, device);
      await expect(page.getByText(/This device’s clock is .+ off/)).toBeVisible();

      const from = Date.now();
      await page.keyboard.press('s');
      await expect(composer(page)).toBeVisible();
      await composer(page).fill('Started on a wrong clock');
      await page.keyboard.press('Enter');
      await expect(hero(page)).toContainText('Started on a wrong clock');
      await expect(async () => {
        const { timer } = await device.current();
        expect(timer?.title).toBe('Started on a wrong clock');
        // Between the press and now, not hours off.
        const startedAt = Date.parse(timer?.started_at ?? '');
        expect(startedAt).toBeGreaterThanOrEqual(from - READING_MS);
        expect(startedAt).toBeLessThanOrEqual(Date.now() + READING_MS);
      }).toPass();
      await expect(clockText(page)).toHaveText(JUST_STARTED);
      await expectSynced(page, device);
    },
  );
}

test('a page frozen for hours is right in the first frame after it thaws', async ({ page, device, context }) => {
  await device.start({ title: 'Slept on' });
  await page.clock.install();
  // Including the week: a page that loses its connection before shows that there is no response.
  await Promise.all([page.waitForResponse('**/api/v1/timers?*'), openToday(page)]);
  await expect(clockText(page)).toHaveText(JUST_STARTED);

  // Offline: no hours pass for the server, and its responses would be from before.
  await context.setOffline(true);
  await page.clock.pauseAt(Date.now() + 5_000);
  await page.clock.setSystemTime(Date.now() + 5_000 + 7 * HOUR_MS);
  const first = await page.evaluate(() => {
    document.dispatchEvent(new Event('resume'));
    return document.querySelector('[role=timer]')?.textContent;
  });
  expect(first).toMatch(SEVEN_HOURS);
});

test('a machine that slept is right with its first tick, and measures again', async ({ page, device }) => {
  const timer = await device.start({ title: 'Lid closed' });
  await page.clock.install();
  await openToday(page);
  await expect(clockText(page)).toHaveText(JUST_STARTED);
  await startEarlier(timer, 7 * HOUR_MS);
  const asked = page.waitForRequest('**/api/v1/time');
  // The wall clock has advanced, the monotonic one has not.
  await page.clock.setSystemTime(Date.now() + 7 * HOUR_MS);
  await expect(clockText(page)).toHaveText(SEVEN_HOURS);
  await asked;
  await expectSynced(page, device);
});

test('a wall clock that is set back changes nothing', async ({ page, device }) => {
  await startEarlier(await device.start({ title: 'Steady' }), EARLIER_MS);
  await page.clock.install();
  await openToday(page);
  await expect(clockText(page)).toHaveText(EARLIER);
  await page.clock.setSystemTime(Date.now() - 3 * HOUR_MS);
  const before = await clockText(page).textContent();
  await expect(clockText(page)).not.toHaveText(before ?? '');
  await expectSynced(page, device);
});
