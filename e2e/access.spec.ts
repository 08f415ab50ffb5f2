import { test } from '#/e2e/afternoon.ts';
import { composer, expect, openDialog, openToday, startEarlier } from '#/e2e/support.ts';

const HOUR_MS = 3_600_000;
/** More than it takes to open a page, on any machine. */
const SHORT_OF_MS = 5 * 60_000;

test('the running clock is a timer with a readable name; actions on it are announced, its seconds are not', async ({
  page,
  device,
}) => {
  await startEarlier(await device.start({ title: 'Quiet' }), 83 * 60_000);
  await openToday(page);
  const timer = page.getByRole('timer');
  await expect(timer).toHaveAccessibleName('1 hour 23 minutes');
  await expect(timer).toHaveAttribute('aria-live', 'off');
  await page.keyboard.press('p');
  const statusWith = (words: RegExp) => expect(page.getByRole('status').filter({ hasText: words })).toBeAttached();
  await statusWith(/^Paused Quiet at/);
  await page.keyboard.press('p');
  await statusWith(/^Resumed Quiet/);
  await page.keyboard.press('s');
  await statusWith(/^Stopped at/);
  await composer(page).fill('Aloud');
  await page.keyboard.press('Enter');
  await statusWith(/^Started Aloud/);
});

test('each full hour of work is announced once, and no second in between', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  await startEarlier(await device.start({ title: 'Quiet' }), HOUR_MS - SHORT_OF_MS);
  await page.clock.install();
  await openToday(page);
  // The announcer loads after the page, and sets the tab's title.
  await expect(page).toHaveTitle(/Quiet/);
  const region = page.getByRole('status').filter({ hasNot: page.locator('*') });
  await region.first().evaluate((status) => {
    const received: string[] = [];
    new MutationObserver(() => received.push(status.textContent ?? '')).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(window, { heard: received });
  });
  // Offline: the server, for which no minute passes, would correct the page.
  await context.setOffline(true);
  await page.clock.runFor(SHORT_OF_MS - 60_000);
  await page.clock.runFor(60_000);
  await page.clock.runFor(60_000);
  const received = () => page.evaluate(() => (window as unknown as { heard: string[] }).heard);
  await expect
    .poll(async () => (await received()).filter((words) => words.includes('Quiet')))
    .toEqual(['Quiet, 1 hour']);
});

test('a person who prefers reduced motion gets none', { tag: '@prove' }, async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openToday(page);
  await openDialog(page, 'Search or run');
  const moving = () =>
    page.evaluate(
      () => document.getAnimations().filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 0).length,
    );
  expect(await moving()).toBe(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Alarms' }).first().hover();
  expect(await moving()).toBe(0);
});

test('a span keeps an edge in forced colors', { tag: '@prove' }, async ({ page, device }) => {
  await startEarlier(await device.start({ title: 'Edge' }), HOUR_MS);
  await page.emulateMedia({ forcedColors: 'active' });
  await openToday(page);
  const span = page.getByRole('region', { name: /^(Running|Paused) timer$/ });
  await expect(span).toContainText('Edge');
  const widths = await page
    .locator('[data-span]')
    .evaluateAll((spans) => spans.map((one) => getComputedStyle(one).borderTopWidth));
  expect(widths.length).toBeGreaterThan(0);
  expect(new Set(widths)).toEqual(new Set(['1px']));
});

test('the first Tab offers to skip the navigation', async ({ page, device }) => {
  await device.start({ title: 'Anything' });
  await openToday(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
