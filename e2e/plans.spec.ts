import { begunEarlier } from '#/e2e/plan-time.ts';
import { callApi, chooseType, clockText, entries, expect, hero, openToday, test, toast } from '#/e2e/support.ts';

const POMODORO = { type: 'pomodoro', plan: { type: 'pomodoro', at_work_end: 'ask' } } as const;

test('a countdown reaches its end without any action', async ({ page, person, device }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await device.start({
    title: 'Rotate the secret',
    type: 'countdown',
    plan: { type: 'countdown', duration_ms: 6_000 },
  });
  await expect(hero(page)).toContainText('Countdown');
  await expect(clockText(page)).toHaveText(/^0:0[1-6]$/);
  await expect(page).toHaveTitle(/^0:0[1-6] Rotate the secret$/);
  await expect(toast(page)).toContainText('Time is up on Rotate the secret');
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(entries(page)).toContainText('Countdown');
  await expect(entries(page)).toContainText('6 s');
});

test('a pomodoro by keyboard: skip, pause of a break, more time, stop', async ({ page, person, context }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await chooseType(page, 'Pomodoro');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 4');
  await expect(hero(page)).toContainText(/short break 5.min at/);
  await expect(clockText(page)).toHaveText(/^2[45]:\d\d$/);
  await expect(page.locator('[data-phase-ring]')).toHaveAttribute('stroke-dashoffset', /^0\.9\d+$/);
  await expect(async () => expect((await callApi(context, 'get', '/timers/current')).timer).not.toBeNull()).toPass();

  await page.keyboard.press('b');
  await expect(hero(page)).toContainText('Short break, after cycle 1 of 4');
  await expect(clockText(page)).toHaveText(/^[45]:\d\d$/);
  await page.keyboard.press('p');
  await expect(hero(page)).toContainText('paused');
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.keyboard.press('b');
  await expect(hero(page)).toContainText('Pomodoro, cycle 2 of 4');
  await page.getByRole('button', { name: '5 min' }).click();
  await expect(clockText(page)).toHaveText(/^(29|30):\d\d$/);
  await page.keyboard.press('s');
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(entries(page)).toContainText('2 of 4');
});

test('work past its deadline asks, and can be ended at its deadline', async ({ page, person, device }) => {
  expect(person.name).toBeTruthy();
  const { id } = await device.start({ title: 'Idempotency keys', ...POMODORO });
  await begunEarlier(id, 27);
  await openToday(page);
  await expect(hero(page)).toContainText('Work is over, still counting');
  await expect(clockText(page)).toHaveText(/^\+[23]:\d\d$/);
  await page.getByRole('button', { name: /^Ended at/ }).click();
  await expect(hero(page)).toContainText('Short break, after cycle 1 of 4');
  await expect(hero(page)).toContainText(/Tracked 25.min/);
});

test('an open page shows the change of phase', { tag: '@prove' }, async ({ page, person, device }) => {
  expect(person.name).toBeTruthy();
  const plan = { type: 'interval', work_minutes: 1, rest_minutes: 1, rounds: 2 } as const;
  const { id } = await device.start({ title: 'Sprints', type: 'interval', plan });
  await openToday(page);
  await expect(hero(page)).toContainText('Interval, cycle 1 of 2');
  await begunEarlier(id, 0.9);
  await expect(hero(page)).toContainText('Rest, after cycle 1 of 2');
});
