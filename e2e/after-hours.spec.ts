import type { BrowserContext } from '@playwright/test';
import { AFTERNOON, test } from '#/e2e/afternoon.ts';
import { card, elapsedMinutes, timerOf } from '#/e2e/forgotten.ts';
import {
  callApi,
  type deviceOf,
  entries,
  expect,
  expectNoBarriers,
  hero,
  openDialog,
  openToday,
  runSql,
  startEarlier,
  toast,
} from '#/e2e/support.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Typed times are in the person's local time. */
test.use({ timezoneId: AFTERNOON });

const HOUR_MS = 3_600_000;
/** It is shortly after two o'clock. */
const HOURS = { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '13:30' };

/**
 * Three hours of work, past the end of the working hours; the person was last seen 100 minutes ago, and is asked now.
 */
async function workOverTime(context: BrowserContext, device: ReturnType<typeof deviceOf>): Promise<TimerJson> {
  const timer = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await startEarlier(timer, 3 * HOUR_MS);
  await runSql("update timer_presence set seen_at = now() - interval '100 min' where timer_id = $1", [timer.id]);
  await callApi(context, 'patch', '/me', { working_hours: HOURS });
  await expect.poll(async () => (await device.current()).questions.map(({ kind }) => kind)).toEqual(['after_hours']);
  return timer;
}

const OVER = 'Your working hours are over – still working?';

test('at the end of the working hours an open page asks, the inbox has a notification, and the time is kept', async ({
  page,
  context,
  device,
}) => {
  await openToday(page);
  const timer = await workOverTime(context, device);
  await expect(card(page)).toContainText(OVER);
  await expect(card(page)).toContainText(/You were last seen here at 1\d:\d\d\./);
  await expectNoBarriers(page, 'working hours that are over');
  const inbox = await openDialog(page, /^Notifications/);
  await expect(inbox).toContainText('Your working hours ended at 13:30 – still working?');
  await expect(inbox).toContainText('API-412 is running.');
  await page.keyboard.press('Escape');
  await expect(inbox).toBeHidden();

  const keep = card(page).getByRole('button', { name: /^Still working/ });
  await expect(keep).toContainText('Keeps everything and continues');
  await keep.click();
  await expect(toast(page)).toContainText(/Kept all 3\sh/);
  await expect(card(page)).toBeHidden();
  expect((await device.current()).questions).toEqual([]);
  expect(await timerOf(page, timer)).toMatchObject({ status: 'running', version: timer.version });
});

/** Each with its message, and its effect on the three hours. */
const ANSWERS = [
  [
    'trims it to where they were last seen',
    't',
    /^Trimmed to 1\d:\d\d,.*1\sh 40\smin removed from API-412/,
    'stopped',
    80,
  ],
  ['removes that time and continues', 'c', /1\sh 40\smin removed,.*API-412 keeps running/, 'running', 80],
  ['stops it now', 's', /^Stopped at 3\sh/, 'stopped', 180],
] as const;

for (const [what, key, message, status, minutes] of ANSWERS) {
  test(`at the end of the working hours one key ${what}, and that is undone`, { tag: '@prove' }, async ({
    page,
    context,
    device,
  }) => {
    const timer = await workOverTime(context, device);
    await openToday(page);
    await expect(card(page)).toContainText(OVER);
    await page.keyboard.press('q');
    await page.keyboard.press(key);
    await expect(card(page)).toBeHidden();
    await expect(toast(page)).toContainText(message);
    const answered = await timerOf(page, timer);
    expect(answered.status).toBe(status);
    expect(elapsedMinutes(answered)).toBeCloseTo(minutes, -1);
    await page.keyboard.press('Control+z');
    await expect(hero(page)).toContainText('Running');
    await expect.poll(async () => elapsedMinutes(await timerOf(page, timer))).toBeGreaterThan(179);
    await expect(card(page)).toBeHidden();
  });
}

test('at the end of the working hours the timer is trimmed to a typed time', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await workOverTime(context, device);
  await openToday(page);
  await expect(card(page)).toContainText(OVER);
  await page.keyboard.press('q');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('You stopped at').fill('13:30');
  await dialog.getByRole('button', { name: 'Trim' }).click();
  await expect(toast(page)).toContainText(/^Trimmed to 13:30,.*removed from API-412/);
  expect((await timerOf(page, timer)).status).toBe('stopped');
  await expect(entries(page)).toContainText('13:30');
});

test('at the end of the working hours the time since then is moved to another ticket', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await workOverTime(context, device);
  await openToday(page);
  await expect(card(page)).toContainText(OVER);
  await page.keyboard.press('q');
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Title').fill('Release notes');
  await dialog.getByRole('button', { name: 'Move time' }).click();
  await expect(toast(page)).toContainText(/^1\sh 40\smin moved to Release notes,.*API-412 keeps running/);
  await expect(entries(page).filter({ hasText: 'Release notes' })).toContainText(/1\sh 40/);
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(80, -1);
});

test('at the end of the working hours the question is snoozed and asked again', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await workOverTime(context, device);
  await openToday(page);
  await expect(card(page)).toContainText(OVER);
  await page.keyboard.press('q');
  await page.keyboard.press('Escape');
  await expect(toast(page)).toContainText('You’ll be asked again in 15');
  await expect(card(page)).toBeHidden();
  await runSql('update timer_questions set snoozed_until = now() where timer_id = $1', [timer.id]);
  await openToday(page);
  await expect(card(page)).toContainText(OVER);
});
