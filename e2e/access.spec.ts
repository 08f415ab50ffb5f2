import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { composer, entries, expect, hero, openToday, startEarlier, test } from '#/e2e/support.ts';

async function expectNoViolations(page: Page, state: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const words = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(words, state).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    test.describe(`in the ${colorScheme} theme at ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height } });

      test('Today is open to everyone, in each of its states', async ({ page, device, context }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await openToday(page);
        await expect(page.getByRole('heading', { name: 'How it keeps time' })).toBeVisible();
        await expectNoViolations(page, 'first run');

        const first = await device.start({
          ticket_key: 'API-1',
          title: 'Done before',
          tags: ['tests'],
          create_ticket: true,
        });
        await startEarlier(first, 3_600_000);
        await device.pause(await device.start({ title: 'Waits', on_conflict: 'switch' }));
        await device.start({ ticket_key: 'API-412', title: 'Goes on', tags: ['backend'], create_ticket: true });
        await openToday(page);
        await expect(hero(page)).toContainText('Goes on');
        await entries(page).last().click();
        await expectNoViolations(page, 'running, an entry open');

        await page.getByRole('button', { name: 'New timer' }).click();
        await composer(page).fill('API');
        await expect(page.getByRole('option').first()).toBeVisible();
        await expectNoViolations(page, 'composer open');
        await page.keyboard.press('Escape');

        await page.keyboard.press('?');
        await expect(page.getByRole('dialog')).toBeVisible();
        await expectNoViolations(page, 'shortcuts');
        await page.keyboard.press('Escape');

        await page.keyboard.press('p');
        await expect(hero(page)).toContainText('Paused since');
        await expectNoViolations(page, 'paused');

        await context.setOffline(true);
        await expect(hero(page)).toContainText('Offline');
        await expectNoViolations(page, 'offline');
      });
    });
  }
}

test('the running clock is a timer with a name in words, and is not read out by itself', async ({ page, device }) => {
  await startEarlier(await device.start({ title: 'Quiet' }), 83 * 60_000);
  await openToday(page);
  const timer = page.getByRole('timer');
  await expect(timer).toHaveAccessibleName('1 hour 23 minutes');
  await expect(timer).toHaveAttribute('aria-live', 'off');
  await page.keyboard.press('p');
  await expect(page.getByRole('status').filter({ hasText: /^Paused Quiet at/ })).toBeAttached();
});

test('the first Tab leads past the navigation', async ({ page, device }) => {
  await device.start({ title: 'Anything' });
  await openToday(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
