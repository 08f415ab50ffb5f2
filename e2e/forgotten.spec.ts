import type { Page } from '@playwright/test';
import { test } from '#/e2e/afternoon.ts';
import { card, elapsedMinutes, leaveRunningOvernight, letTimePass, runForLong, timerOf } from '#/e2e/forgotten.ts';
import {
  callApi,
  entries,
  expect,
  expectNoBarriers,
  hero,
  openToday,
  runSql,
  startEarlier,
  toast,
} from '#/e2e/support.ts';

/** Each heartbeat of a page, with the time since its last activity. */
function beatsOf(page: Page): number[] {
  const beats: number[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/timers/current/heartbeat')) beats.push(request.postDataJSON().idle_ms);
  });
  return beats;
}

test('a page sends a heartbeat once a minute while a timer runs, and none otherwise', async ({ page, device }) => {
  await page.clock.install();
  const beats = beatsOf(page);
  await openToday(page);
  await page.clock.runFor(65_000);
  expect(beats).toEqual([]);

  // A request in flight would time out when the clock is set, and be sent again.
  const responded = () => page.waitForResponse('**/timers/current/heartbeat').then((response) => response.finished());
  const first = responded();
  const timer = await device.start({ title: 'Beats' });
  await expect(hero(page)).toContainText('Beats');
  await first;
  expect(beats).toHaveLength(1);
  const second = responded();
  await page.clock.runFor(61_000);
  await second;
  expect(beats).toHaveLength(2);

  await device.stop(timer);
  await expect(hero(page)).toBeHidden();
  const sent = beats.length;
  await page.clock.runFor(125_000);
  expect(beats.length).toBe(sent);
});

const HOUR_MS = 3_600_000;
const FROZEN_MS = 8 * HOUR_MS;

test('a timer that has run for long asks on every page; it is trimmed by keys, and that is undone', async ({
  page,
  context,
  device,
}) => {
  const timer = await runForLong(context, device);
  await openToday(page);
  await expect(card(page)).toContainText('Your timer has been running for 6 h');
  await expect(card(page)).toContainText('API-412');
  await expect(page.getByText(/still working\? Press Q to answer/)).toBeAttached();
  // It does not take the focus, and the keys of the page still work.
  await expect(page.locator('body')).toBeFocused();
  await expectNoBarriers(page, 'a long run');
  await page.goto('/tickets');
  await expect(card(page).getByRole('button', { name: /^Trim to/ })).toBeVisible();

  await page.keyboard.press('q');
  await expect(card(page).getByRole('button', { name: /^Trim to/ })).toBeFocused();
  await page.keyboard.press('t');
  await expect(card(page)).toBeHidden();
  await expect(toast(page)).toContainText(/Trimmed to .+ removed from API-412/);
  // The focus is not lost to the top of the page.
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
  const trimmed = await timerOf(page, timer);
  expect(trimmed).toMatchObject({ status: 'stopped', end_reason: 'stopped' });
  expect(elapsedMinutes(trimmed)).toBeCloseTo(270, -1);

  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await timerOf(page, timer)).status).toBe('running');
  expect(elapsedMinutes(await timerOf(page, timer))).toBeGreaterThan(360);
});

test('a forgotten timer that is continued by pointer asks no more', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await runForLong(context, device);
  await openToday(page);
  await card(page)
    .getByRole('button', { name: /^Still working/ })
    .click();
  await expect(toast(page)).toContainText('Kept all 6');
  await expect(card(page)).toBeHidden();
  await expect(hero(page)).toContainText('Running');
  expect((await device.current()).questions).toEqual([]);
  expect((await timerOf(page, timer)).version).toBe(timer.version);
});

test('stopped now or snoozed by key; a snoozed question is not asked on another page either', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  const timer = await runForLong(context, device);
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('q');
  await page.keyboard.press('Escape');
  await expect(card(page)).toBeHidden();
  await expect(toast(page)).toContainText('You’ll be asked again in 15');
  await openToday(page);
  await expect(hero(page)).toContainText('Rate limiter');
  await expect(card(page)).toBeHidden();
  await runSql('update timer_questions set snoozed_until = now() where timer_id = $1', [timer.id]);
  await openToday(page);
  await expect(card(page)).toBeVisible();
  await page.keyboard.press('q');
  await page.keyboard.press('s');
  await expect(toast(page)).toContainText('Stopped at 6');
  await toast(page).getByRole('button', { name: /^Undo/ }).click();
  await expect(hero(page)).toContainText('Running');
});

test('answered in another tab it disappears here, and appears without a reload', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  await openToday(page);
  const other = await context.newPage();
  await openToday(other);
  await runForLong(context, device);
  for (const tab of [page, other]) await expect(card(tab)).toBeVisible();
  await other.bringToFront();
  await card(other)
    .getByRole('button', { name: /^Still working/ })
    .click();
  await expect(card(other)).toBeHidden();
  await expect(card(page)).toBeHidden();
});

test('trimmed to a time that only the person knows, and continued from now', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  const timer = await runForLong(context, device);
  await runSql('update timer_questions set away_from = null where timer_id = $1', [timer.id]);
  await openToday(page);
  await expect(card(page)).toContainText('You haven’t been seen here');
  await expect(card(page).getByRole('button', { name: /and stop/ })).toBeHidden();
  await page.keyboard.press('q');
  await page.keyboard.press('o');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('You stopped at')).toBeFocused();
  await dialog.getByText('Continue from now').click();
  await expectNoBarriers(page, 'trim to another time', 'dialog');
  await dialog.getByLabel('You stopped at').press('Enter');
  await expect(dialog).toBeHidden();
  await expect(toast(page)).toContainText(/(59 min|1.h( \d+.min)?) removed, API-412 keeps running/);
  const after = await timerOf(page, timer);
  expect(after.status).toBe('running');
  expect(elapsedMinutes(after)).toBeCloseTo(302, -1);
});

test('the wall clock has advanced during sleep: the absence is asked about and removed', async ({ page, device }) => {
  const timer = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await startEarlier(timer, HOUR_MS);
  await page.clock.install();
  await Promise.all([page.waitForResponse('**/timers/current/heartbeat'), openToday(page)]);
  await letTimePass(timer, FROZEN_MS);
  // The laptop's wall clock has advanced, the monotonic one has not.
  await page.clock.setSystemTime(Date.now() + FROZEN_MS);

  await expect(card(page)).toContainText(/Away .+ – was it work\?/);
  await expect(card(page)).toContainText('It ran for 8 h');
  await page.keyboard.press('q');
  await page.keyboard.press('c');
  await expect(toast(page)).toContainText(/8.h( \d+.min)? removed, API-412 keeps running/);
  const trimmed = await timerOf(page, timer);
  expect(trimmed.status).toBe('running');
  expect(elapsedMinutes(trimmed)).toBeCloseTo(60, -1);
  await toast(page).getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(async () => elapsedMinutes(await timerOf(page, timer))).toBeGreaterThan(530);
});

test('the night is moved to another ticket, which the field finds; an undo removes that', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await callApi(page.context(), 'post', '/tickets', { key: 'OPS-77', title: 'Rotate secrets' });
  const timer = await leaveRunningOvernight(device);
  await openToday(page);
  await expect(card(page)).toContainText('was it work?');
  await page.keyboard.press('q');
  await page.keyboard.press('x');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Ticket').pressSequentially('ops');
  await dialog.getByRole('option', { name: /OPS-77/ }).click();
  await expectNoBarriers(page, 'give time away', 'dialog');
  await dialog.getByRole('button', { name: 'Move time' }).click();
  await expect(toast(page)).toContainText(/8.h moved to OPS-77, API-412 keeps running/);
  await expect(
    entries(page)
      .filter({ hasText: 'OPS-77' })
      .filter({ hasText: /8.h|min/ })
      .first(),
  ).toBeVisible();
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(60, -1);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => elapsedMinutes(await timerOf(page, timer))).toBeGreaterThan(530);
});

test('away for the night: stopped when the heartbeats ended, kept, or answered nowhere else', {
  tag: '@prove',
}, async ({ page, device }) => {
  const timer = await leaveRunningOvernight(device);
  await openToday(page);
  await card(page)
    .getByRole('button', { name: /^Trim to .+ and stop/ })
    .click();
  await expect(toast(page)).toContainText(/Trimmed to/);
  expect(elapsedMinutes(await timerOf(page, timer))).toBeCloseTo(60, -1);
  await page.keyboard.press('Control+z');
  await expect(hero(page)).toContainText('Running');
  await expect(card(page)).toBeHidden();
});
