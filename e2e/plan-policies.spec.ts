import { test } from '#/e2e/afternoon.ts';
import { begunEarlier, leaveOf } from '#/e2e/plan-time.ts';
import { clockText, entries, expect, hero, openToday, toast } from '#/e2e/support.ts';

const button = /^(Start cycle|Skip)/;

test('work ends by itself at its deadline, and the break waits for its person', async ({ page, device }) => {
  const plan = { type: 'pomodoro', at_work_end: 'stop', at_break_end: 'wait' } as const;
  const { id } = await device.start({ title: 'By the book', type: 'pomodoro', plan });
  await openToday(page);
  await expect(hero(page)).toContainText('Pomodoro, cycle 1 of 4');
  await leaveOf(id, 0.5);
  await expect(hero(page)).toContainText('Short break, after cycle 1 of 4');
  await expect(hero(page)).toContainText(/Tracked 25.min/);

  await leaveOf(id, 0.5);
  await expect(hero(page)).toContainText('Break is over');
  await expect(toast(page)).toContainText('Break is over. Start cycle 2?');
  await expect(clockText(page)).toHaveText(/^\+0:\d\d$/);
  await expect(page.getByRole('button', { name: 'Pause' })).toBeHidden();
  await page.keyboard.press('b');
  await expect(hero(page)).toContainText('Pomodoro, cycle 2 of 4');
  await expect(page.getByRole('status').filter({ hasText: /^Pomodoro, cycle 2 of 4, 25.min$/ })).toBeAttached();
});

test('work continues as overtime if that is the policy, and counts', { tag: '@prove' }, async ({ page, device }) => {
  const plan = { type: 'pomodoro', at_work_end: 'overtime' } as const;
  const { id } = await device.start({ title: 'In the flow', type: 'pomodoro', plan });
  await openToday(page);
  await leaveOf(id, 0.5);
  await expect(hero(page)).toContainText('Work is over, still counting');
  await begunEarlier(id, 5);
  await page.reload();
  await expect(clockText(page)).toHaveText(/^\+[56]:\d\d$/);
  await page.getByRole('button', { name: 'Count it and take the break' }).click();
  await expect(hero(page)).toContainText('Short break, after cycle 1 of 4');
  await expect(hero(page)).toContainText(/Tracked 30.min/);
});

test('a break ends by itself if that is the policy, even while the page is closed', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  const plan = { type: 'interval', work_minutes: 10, rest_minutes: 2, rounds: 3, at_break_end: 'start' } as const;
  const { id } = await device.start({ title: 'Sprints', type: 'interval', plan });
  await openToday(page);
  await expect(page.getByRole('button', { name: 'Skip to rest' })).toBeVisible();
  await leaveOf(id, 0.5);
  await expect(hero(page)).toContainText('Rest, after cycle 1 of 3');
  await expect(page.getByRole('button', { name: 'Skip rest' })).toBeVisible();
  await expect(hero(page)).toContainText(/Rest 2.min/);
  await page.goto('about:blank');
  await leaveOf(id, 0.5);
  await expect.poll(async () => (await device.current()).timer?.phase?.round).toBe(2);
  await openToday(page);
  await expect(hero(page)).toContainText('Interval, cycle 2 of 3');
  await expect(hero(page)).toContainText(/Laps so far: 10.min of 10.min of work planned/);
  await expect(hero(page).getByRole('listitem')).toContainText([/1 ?Work.*10.min of 10.min/, /Rest.*2.min of 2.min/]);
});

test('a strict plan can only be stopped until its deadline has passed', { tag: '@prove' }, async ({ page, device }) => {
  const plan = { type: 'pomodoro', at_work_end: 'ask', strict: true } as const;
  const { id } = await device.start({ title: 'No way out', type: 'pomodoro', plan });
  await openToday(page);
  await expect(page.getByText('Strict: you can only stop it.')).toBeVisible();
  for (const name of [/^Skip to break/, /^Pause/]) await expect(page.getByRole('button', { name })).toBeDisabled();
  await expect(page.getByRole('button', { name: '5 min', exact: true })).toBeHidden();
  for (const key of ['b', 'p', 'r']) await page.keyboard.press(key);
  await expect(clockText(page)).toHaveText(/^2[45]:\d\d$/);

  await leaveOf(id, 0.5);
  await expect(hero(page)).toContainText('Work is over, still counting');
  await page.getByRole('button', { name: /^Ended at/ }).click();
  await expect(hero(page)).toContainText('Short break, after cycle 1 of 4');
  await expect(page.getByRole('button', { name: button })).toBeDisabled();
  await page.keyboard.press('s');
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(entries(page)).toContainText(/25.min/);
});

test('a countdown that is to continue asks when its time is up', { tag: '@prove' }, async ({ page, device }) => {
  const plan = { type: 'countdown', duration_ms: 600_000, at_work_end: 'ask' } as const;
  const { id } = await device.start({ title: 'Tea', type: 'countdown', plan });
  await begunEarlier(id, 12);
  await openToday(page);
  await expect(hero(page)).toContainText('Work is over, still counting');
  await expect(clockText(page)).toHaveText(/^\+[23]:\d\d$/);
  await page.getByRole('button', { name: '5 min', exact: true }).click();
  await expect(clockText(page)).toHaveText(/^[45]:\d\d$/);
  await leaveOf(id, 0.5);
  await expect(hero(page)).toContainText('Work is over, still counting');
  await page.getByRole('button', { name: /^Ended at/ }).click();
  await expect(page.getByText('No timer running')).toBeVisible();
});

test('a page without a connection counts no phase past its deadline, and says that it waits', {
  tag: '@prove',
}, async ({ page, device, context }) => {
  const plan = { type: 'countdown', duration_ms: 600_000 } as const;
  const { id } = await device.start({ title: 'On a train', type: 'countdown', plan });
  await page.clock.install();
  await openToday(page);
  await expect(clockText(page)).toHaveText(/^(9|10):\d\d$/);
  await context.setOffline(true);
  await expect(hero(page)).toContainText('Offline the server keeps time');
  await page.clock.fastForward('12:00');
  await expect(clockText(page)).toHaveText('0:00');
  await expect(hero(page)).toContainText('Offline this phase is over, waiting for the server');
  await expect(clockText(page)).toHaveAccessibleName('no time left');
  await expect(hero(page)).toContainText(/Tracked 10.min/);
  await leaveOf(id, 0.5);
  await expect.poll(async () => (await device.current()).timer).toBeNull();
  await expect(clockText(page)).toHaveText('0:00');
  await context.setOffline(false);
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(entries(page)).toContainText(/10.min/);
});

test('the remaining time is announced at five minutes and at one', { tag: '@prove' }, async ({ page, device }) => {
  const plan = { type: 'countdown', duration_ms: 1_800_000 } as const;
  const { id } = await device.start({ title: 'Talk', type: 'countdown', plan });
  await page.clock.install();
  for (const [minutes, words] of [
    [5, '5 minutes left'],
    [1, '1 minute left'],
  ] as const) {
    // A page that takes longer to load than the remaining time has nothing to announce.
    await expect(async () => {
      await leaveOf(id, minutes * 60 + 14);
      await openToday(page);
      const [shown, seconds = 0] = ((await clockText(page).textContent()) ?? '').split(':').map(Number);
      expect(shown).toBe(minutes);
      // Less than the server's interval: its next message corrects the page.
      await page.clock.runFor((seconds + 2) * 1_000);
      await expect(page.getByRole('status').filter({ hasText: words })).toBeAttached({ timeout: 2_000 });
    }).toPass();
  }
});
