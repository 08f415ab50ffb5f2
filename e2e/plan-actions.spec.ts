import { test } from '#/e2e/afternoon.ts';
import { begunEarlier } from '#/e2e/plan-time.ts';
import {
  callApi,
  chooseType,
  clockText,
  composer,
  entries,
  expect,
  hero,
  openMenu,
  openToday,
  toast,
  typeRadio,
} from '#/e2e/support.ts';

const POMODORO = { type: 'pomodoro', plan: { type: 'pomodoro', at_work_end: 'ask' } } as const;

test('durations are typed in the title field: a countdown, an interval, then words again', async ({ page, device }) => {
  await openToday(page);
  await composer(page).fill('Rotate the secret for 25m');
  await expect(typeRadio(page, 'Countdown')).toBeChecked();
  await expect(page.getByRole('list', { name: 'Recognized' })).toContainText(/Plan ?Countdown, 25.min/);
  await expect(page.getByRole('button', { name: 'For this start', exact: true })).toBeVisible();
  await expect(page.getByText('as in Settings')).toHaveCount(0);
  await composer(page).press('Enter');
  await expect(hero(page)).toContainText('Countdown');
  await expect(hero(page).getByRole('heading')).toContainText('Rotate the secret');
  await expect(clockText(page)).toHaveText(/^2[45]:\d\d$/);
  await expect.poll(async () => (await device.current()).timer?.plan).toMatchObject({ duration_ms: 1_500_000 });

  await page.keyboard.press('w');
  await expect(page.getByText('The current phase continues.')).toBeVisible();
  await composer(page).fill('8x 10m/2m Sprints');
  await expect(typeRadio(page, 'Interval')).toBeChecked();
  await expect(page.getByRole('list', { name: 'Recognized' })).toContainText(/Interval, 8 × 10.min, 2.min rest/);
  await composer(page).press('Enter');
  await expect(hero(page)).toContainText('Interval, cycle 1 of 8');
  await expect(hero(page)).toContainText(/rest 2.min at/);

  await page.keyboard.press('w');
  await composer(page).fill('Wait for 5m');
  await page.getByRole('button', { name: 'Treat “for 5m” as text' }).click();
  await composer(page).press('Enter');
  await expect(hero(page).getByRole('heading')).toContainText('Wait for 5m');
  // Other work in the same phase: the running plan is kept.
  await expect(hero(page)).toContainText('Interval, cycle 1 of 8');

  await page.keyboard.press('w');
  await composer(page).fill('Read for 5m');
  await expect(typeRadio(page, 'Countdown')).toBeChecked();
  // Another type than the text suggests: its words become the title.
  await typeRadio(page, 'Manual').click();
  await expect(composer(page)).toBeFocused();
  await composer(page).press('Enter');
  await expect(hero(page).getByRole('heading')).toContainText('Read for 5m');
  await expect.poll(async () => (await device.current()).timer).toMatchObject({ title: 'Read for 5m', plan: null });
});

test('choosing a type leads to typing a duration', { tag: '@prove' }, async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await openMenu(page, 'Started earlier');
  await page.getByRole('menuitem', { name: 'At a time…' }).click();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('since ');
  await composer(page).fill('Tea');
  await chooseType(page, 'Countdown');
  await page.getByRole('button', { name: 'Countdown of…' }).click();
  await expect(composer(page)).toBeFocused();
  await expect(composer(page)).toHaveValue('Tea for ');
  await page.keyboard.type('1h30');
  await page.keyboard.press('Enter');
  await expect(hero(page).getByRole('heading')).toContainText('Tea');
  await expect(clockText(page)).toHaveText(/^1:(29|30):\d\d$/);
});

test('a phase begins again by key and by menu; its recorded work stays', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  const { id } = await device.start({ title: 'Once more', ...POMODORO });
  await begunEarlier(id, 7);
  await openToday(page);
  await expect(clockText(page)).toHaveText(/^1[78]:\d\d$/);
  await page.keyboard.press('r');
  await expect(clockText(page)).toHaveText(/^2[45]:\d\d$/);
  await expect(hero(page)).toContainText(/Tracked 7.min/);
  await page.getByText('Cycles so far').click();
  await expect(hero(page).getByRole('listitem')).toContainText(/1 ?Work ?restarted ?7.min of 25.min/);

  await page.keyboard.press('b');
  await expect(hero(page)).toContainText('Short break, after cycle 1 of 4');
  await begunEarlier(id, 2);
  await page.reload();
  await expect(clockText(page)).toHaveText(/^[23]:\d\d$/);
  await openMenu(page, 'Actions for this timer');
  await page.getByRole('menuitem', { name: 'Restart this phase' }).click();
  await expect(clockText(page)).toHaveText(/^[45]:\d\d$/);
  await expect(hero(page)).toContainText('Short break, after cycle 1 of 4');
});

test('a switch to other work keeps the phase and its deadline', { tag: '@prove' }, async ({ page, device }) => {
  const { id } = await device.start({ title: 'First', ...POMODORO });
  await begunEarlier(id, 10);
  await openToday(page);
  await expect(clockText(page)).toHaveText(/^1[45]:\d\d$/);
  await page.keyboard.press('w');
  await composer(page).fill('Second');
  await composer(page).press('Enter');
  await expect(hero(page).getByRole('heading')).toContainText('Second');
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 4');
  await expect(clockText(page)).toHaveText(/^1[45]:\d\d$/);
  await expect(toast(page)).toContainText(/First stopped at 10.min, Second started/);
  await expect.poll(async () => (await device.current()).timer?.title).toBe('Second');
  const { timer } = await device.current();
  expect(timer?.cycles).toMatchObject([{ run_id: id, kind: 'work', round: 1 }]);
  await expect(entries(page).filter({ hasText: 'First' })).toContainText(/10.min/);
});

test('a pomodoro uses the settings, chosen once and read on every device', async ({ page, device, context }) => {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings#pomodoro')]);
  for (const [label, choice] of [
    ['Work', '50 min'],
    ['Short break', '10 min'],
    ['Cycles until the long break', '2'],
    ['Cycles a day', '6'],
    ['When work is over', 'Keep counting and ask'],
    ['When a break is over', 'Start the next cycle'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).selectOption({ label: choice.replace(' min', '\u00a0min') });
  }
  await page.getByRole('switch', { name: 'Strict' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect
    .poll(async () => (await callApi(context, 'get', '/me')).user.pomodoro)
    .toMatchObject({ work_minutes: 50, daily_goal: 6, at_break_end: 'start', strict: true });
  await page.reload();
  await expect(page.getByLabel('Work', { exact: true })).toHaveValue('50');
  await expect(page.getByRole('switch', { name: 'Strict' })).toBeChecked();

  await openToday(page);
  await chooseType(page, 'Pomodoro');
  await expect(page.getByText(/^2 × 50.min, 10.min short break$/)).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 2');
  await expect(page.getByText('0 of 6 done')).toBeVisible();
  await expect(page.getByText('Strict: you can only stop it.')).toBeVisible();
  await expect
    .poll(async () => (await device.current()).timer?.plan)
    .toEqual({
      type: 'pomodoro',
      work_minutes: 50,
      short_break_minutes: 10,
      long_break_minutes: 15,
      rounds: 2,
      at_work_end: 'ask',
      at_break_end: 'start',
      strict: true,
    });
});

test('the end of a phase plays a sound by choice, and is in the inbox', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  await page.addInitScript(() => {
    const played: number[] = [];
    Object.assign(window, { played });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
      played.push(this.frequency.value);
      start.call(this, when);
    };
  });
  const played = () => page.evaluate(() => (window as unknown as { played: number[] }).played.length);
  const countdown = { type: 'countdown', plan: { type: 'countdown', duration_ms: 6_000 } } as const;
  await openToday(page);
  await device.start({ title: 'In silence', ...countdown });
  await expect(toast(page)).toContainText('Time is up on In silence');
  expect(await played()).toBe(0);

  await callApi(context, 'patch', '/me', { pomodoro: { sound: true } });
  await openToday(page);
  await device.start({ title: 'Aloud', ...countdown });
  await expect(toast(page)).toContainText('Time is up on Aloud');
  await expect.poll(played).toBe(2);
  await expect
    .poll(async () =>
      (await callApi(context, 'get', '/notifications')).notifications.map(({ kind }: { kind: string }) => kind),
    )
    .toEqual(['phase_ended', 'phase_ended']);
});
