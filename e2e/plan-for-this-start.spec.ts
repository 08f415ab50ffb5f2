import type { Page } from '@playwright/test';
import { test } from '#/e2e/afternoon.ts';
import { callApi, expect, expectNoBarriers, hero, openMenu, openToday } from '#/e2e/support.ts';

const item = (page: Page, name: string | RegExp) => page.getByRole('menu').getByRole('menuitem', { name });
const radio = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });
const strict = (page: Page) => page.getByRole('menuitemcheckbox', { name: /^Strict/ });

test('a pomodoro is started strictly and asks at the end of work, this once', async ({ page, context, device }) => {
  await callApi(context, 'patch', '/me', { pomodoro: { work_minutes: 50, at_break_end: 'start' } });
  await openToday(page);
  await openMenu(page, 'With a plan');
  await expect(item(page, /^For this start/)).toContainText('As usual');
  await item(page, /^For this start/).click();
  // As the settings have it.
  await expect(radio(page, 'Stop counting')).toBeChecked();
  await expect(radio(page, 'Start the next cycle')).toBeChecked();
  await expect(strict(page)).not.toBeChecked();
  await expectNoBarriers(page, 'policies of a start', '[role=menu]');
  await radio(page, 'Keep counting, and ask').click();
  await strict(page).click();
  await item(page, 'Plans').click();
  await expect(item(page, /^For this start/)).toContainText('Keep counting, and ask. Start the next cycle. Strict.');
  await item(page, /^Pomodoro/).click();
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 4');
  await expect(page.getByText('A strict plan: you can stop it, nothing else.')).toBeVisible();
  const chosen = { at_work_end: 'ask', at_break_end: 'start', strict: true };
  const { timer } = await device.current();
  expect(timer?.plan).toMatchObject({ type: 'pomodoro', work_minutes: 50, rounds: 4, ...chosen });
  // The settings are as they were.
  const { user } = await callApi(context, 'get', '/me');
  expect(user.pomodoro).toMatchObject({ at_work_end: 'stop', strict: false });
});

test('an interval that waits after each rest is started by keys alone', async ({ page, person, device }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await page.getByRole('button', { name: 'With a plan' }).press('Enter');
  await expect(item(page, /^Pomodoro/)).toBeFocused();
  await page.keyboard.press('End');
  await expect(item(page, /^For this start/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Plans')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'Stop counting')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'Keep counting')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(radio(page, 'Keep counting')).toBeChecked();
  await page.keyboard.press('Home');
  await expect(item(page, 'Plans')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item(page, /^For this start/)).toBeFocused();
  await expect(item(page, /^For this start/)).toContainText('Keep counting. Wait for me.');
  await page.keyboard.press('ArrowUp');
  await expect(item(page, /^Interval/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('Interval, cycle 1 of 6');
  const chosen = { at_work_end: 'overtime', at_break_end: 'wait', strict: false };
  await expect.poll(async () => (await device.current()).timer?.plan).toMatchObject({ type: 'interval', ...chosen });
});

test('a menu that was left without a start has forgotten it; a countdown has no break', async ({
  page,
  person,
  device,
}) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await openMenu(page, 'With a plan');
  await item(page, /^For this start/).click();
  await strict(page).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();
  await openMenu(page, 'With a plan');
  await expect(item(page, /^For this start/)).toContainText('As usual');
  await item(page, /^For this start/).click();
  await radio(page, 'Keep counting, and ask').click();
  await item(page, 'Plans').click();
  await item(page, /^Countdown, 10/).click();
  await expect(hero(page)).toContainText('Countdown');
  await expect
    .poll(async () => (await device.current()).timer?.plan)
    .toMatchObject({ type: 'countdown', duration_ms: 600_000, at_work_end: 'ask', strict: false });
});
