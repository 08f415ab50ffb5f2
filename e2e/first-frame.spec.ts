import type { Page } from '@playwright/test';
import { callApi, entries, expect, newPerson, openBrowserAs, openToday, proveUnless, test } from '#/e2e/support.ts';

const HALF_LIGHT = 128;

test('Today shows everything before any of its scripts has run', async ({ browser, person, device, baseURL }) => {
  await device.start({ title: 'Rate limiter', ticket_key: 'API-412', create_ticket: true });
  const { page } = await openBrowserAs(browser, person, { baseURL, javaScriptEnabled: false });
  await page.goto('/');
  const running = page.getByRole('region', { name: 'Running timer' });
  await expect(running).toContainText('Rate limiter');
  await expect(running.getByRole('timer')).toHaveText(/^0:\d\d:\d\d$/);
  await expect(entries(page)).toHaveCount(1);
  await expect(page.getByText('Loading today')).toHaveCount(0);
});

/** Records the brightness of every frame's background, from the first one on: 0 to 255. */
async function watchGrounds(page: Page) {
  await page.addInitScript(() => {
    const grounds = new Set<number>();
    Object.assign(window, { grounds });
    const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
    const look = () => {
      if (brush && document.body) {
        brush.fillStyle = getComputedStyle(document.body).backgroundColor;
        brush.fillRect(0, 0, 1, 1);
        grounds.add(brush.getImageData(0, 0, 1, 1).data[1] ?? Number.NaN);
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
}

const groundsOf = (page: Page) => page.evaluate(() => [...(window as unknown as { grounds: Set<number> }).grounds]);

for (const chosen of ['light', 'dark', 'system'] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    const isInGate = chosen === 'dark' && colorScheme === 'light';
    test(
      `no frame has another theme: ${chosen} chosen, ${colorScheme} on the device`,
      proveUnless(isInGate),
      async ({ browser, baseURL }) => {
        const { page, context } = await openBrowserAs(browser, await newPerson(), { baseURL, colorScheme });
        await callApi(context, 'patch', '/me', { theme: chosen });
        await watchGrounds(page);
        await openToday(page);
        await expect.poll(() => page.evaluate(() => performance.getEntriesByType('paint').length)).toBeGreaterThan(0);
        const grounds = await groundsOf(page);
        expect(grounds).toHaveLength(1);
        const isDark = (chosen === 'system' ? colorScheme : chosen) === 'dark';
        expect((grounds[0] ?? Number.NaN) < HALF_LIGHT).toBe(isDark);
      },
    );
  }
}
