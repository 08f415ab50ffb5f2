import type { Page } from '@playwright/test';
import { test } from '#/e2e/afternoon.ts';
import {
  callApi,
  chooseType,
  composer,
  expect,
  expectNoBarriers,
  hero,
  openMenu,
  openToday,
  typeRadio,
} from '#/e2e/support.ts';

const forThisStart = (page: Page) => page.getByRole('button', { name: 'For this start' });
const radio = (page: Page, name: string) => page.getByRole('menuitemradio', { name, exact: true });
const strict = (page: Page) => page.getByRole('menuitemcheckbox', { name: /^Strict/ });
const start = (page: Page) => page.getByRole('button', { name: 'Start', exact: true });

test('a pomodoro is started strictly and asks at the end of work, this once', async ({ page, context, device }) => {
  await callApi(context, 'patch', '/me', { pomodoro: { work_minutes: 50, at_break_end: 'start' } });
  await openToday(page);
  await expect(typeRadio(page, 'Manual')).toBeChecked();
  await chooseType(page, 'Pomodoro');
  await expect(page.getByText(/^4 × 50.min, 5.min short break$/)).toBeVisible();
  await expectNoBarriers(page, 'a pomodoro that is about to be started');
  await expect(forThisStart(page)).toContainText('as in Settings');
  await openMenu(page, 'For this start');
  // As in the settings.
  await expect(radio(page, 'Stop counting')).toBeChecked();
  await expect(radio(page, 'Start the next cycle')).toBeChecked();
  await expect(strict(page)).not.toBeChecked();
  await expectNoBarriers(page, 'policies of a start', '[role=menu]');
  await radio(page, 'Keep counting and ask').click();
  await strict(page).click();
  await page.keyboard.press('Escape');
  await expect(forThisStart(page)).toContainText('Keep counting and ask. Start the next cycle. Strict.');
  await start(page).click();
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 4');
  await expect(page.getByText('Strict: you can only stop it.')).toBeVisible();
  const chosen = { at_work_end: 'ask', at_break_end: 'start', strict: true };
  await expect
    .poll(async () => (await device.current()).timer?.plan)
    .toMatchObject({ type: 'pomodoro', work_minutes: 50, rounds: 4, ...chosen });
  // The settings are unchanged, and so is the next start.
  const { user } = await callApi(context, 'get', '/me');
  expect(user.pomodoro).toMatchObject({ at_work_end: 'stop', strict: false });
  await expect(hero(page)).toBeFocused();
  await page.keyboard.press('s');
  await expect(typeRadio(page, 'Manual')).toBeChecked();
  await composer(page).fill('Lease renewal');
  await chooseType(page, 'Pomodoro');
  await expect(forThisStart(page)).toContainText('as in Settings');
  // The caret has stayed in the text.
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 4');
  await expect(hero(page)).toBeFocused();
});

test('an interval that waits after each rest is started by keys alone', async ({ page, person, device }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await composer(page).press('Tab');
  await expect(page.getByRole('button', { name: 'Started earlier' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(typeRadio(page, 'Manual')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(typeRadio(page, 'Interval')).toBeFocused();
  await expect(typeRadio(page, 'Interval')).toBeChecked();
  await expect(page.getByText(/^6 × 10.min, 2.min rest$/)).toBeVisible();
  await forThisStart(page).press('Enter');
  await expect(radio(page, 'Stop counting')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(radio(page, 'Keep counting')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(radio(page, 'Keep counting')).toBeChecked();
  await radio(page, 'Wait for me').press('Enter');
  await page.keyboard.press('Escape');
  await expect(forThisStart(page)).toBeFocused();
  await expect(forThisStart(page)).toContainText('Keep counting. Wait for me.');
  await typeRadio(page, 'Interval').press('Enter');
  await expect(hero(page)).toContainText('Interval, cycle 1 of 6');
  const chosen = { at_work_end: 'overtime', at_break_end: 'wait', strict: false };
  await expect.poll(async () => (await device.current()).timer?.plan).toMatchObject({ type: 'interval', ...chosen });
});

test('a countdown has no break, and offers durations, the last one among them', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await device.stop(
    await device.start({ title: 'Tea', type: 'countdown', plan: { type: 'countdown', duration_ms: 25 * 60_000 } }),
  );
  await openToday(page);
  await chooseType(page, 'Countdown');
  const lengths = page.getByRole('radiogroup', { name: 'Duration' });
  await expect(lengths.getByRole('radio', { name: /^25.min$/ })).toBeChecked();
  await openMenu(page, 'For this start');
  await radio(page, 'Keep counting and ask').click();
  await expect(radio(page, 'Wait for me')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(forThisStart(page)).toContainText(/Keep counting and ask\.$/);
  await lengths.getByRole('radio', { name: /^10.min$/ }).click();
  await composer(page).fill('More tea');
  await composer(page).press('Enter');
  await expect(hero(page)).toContainText('Countdown');
  await expect
    .poll(async () => (await device.current()).timer)
    .toMatchObject({
      title: 'More tea',
      plan: { type: 'countdown', duration_ms: 600_000, at_work_end: 'ask', strict: false },
    });
});
