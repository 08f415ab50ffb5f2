import { test } from '#/e2e/afternoon.ts';
import { bars, KEPT, madeEarlier, nothingWaits, openTodayWhole, shellKept } from '#/e2e/offline-queue.ts';
import { chooseType, composer, entries, expect, expectNoBarriers, hero, startEarlier, toast } from '#/e2e/support.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR_MS = 3_600_000;

test('a start and a stop made offline survive a reload and count from when they were made', async ({
  page,
  person,
  context,
}) => {
  expect(person.name).toBeTruthy();
  await openTodayWhole(page);
  await shellKept(page);
  await composer(page).fill('In the tunnel');
  await context.setOffline(true);
  await expect(page.getByText('Offline since')).toBeVisible();
  await composer(page).press('Enter');
  await expect(hero(page)).toContainText('In the tunnel');
  await expect(toast(page)).toContainText(KEPT);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(composer(page)).toBeVisible();
  await expect(bars(page)).toContainText(
    /Start In the tunnel at .*, Stop In the tunnel at .*\. Sent when you’re back online/,
  );
  await expectNoBarriers(page, 'queued actions');
  // Half a minute more than shown: the latency of each action is part of its instant.
  await madeEarlier(page, 30, 9.5);

  await page.reload();
  await expect(page.getByRole('heading', { name: KEPT })).toBeVisible();
  await expect(page.getByText(/Stop In the tunnel at/)).toBeVisible();
  await expectNoBarriers(page, 'what waits, on the offline page');
  await context.setOffline(false);
  await expect(entries(page).filter({ hasText: 'In the tunnel' })).toContainText('20 min');
  await nothingWaits(page);
});

test('a stop made offline is sent by the next tab after its own was killed', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  const timer = await device.start({ title: 'Killed with its tab' });
  await startEarlier(timer, HOUR_MS);
  await openTodayWhole(page);
  await expect(hero(page)).toContainText('Killed with its tab');
  await context.setOffline(true);
  await expect(hero(page)).toContainText(KEPT);
  await page.keyboard.press('s');
  await expect(composer(page)).toBeVisible();
  await madeEarlier(page, 20);
  await page.close({ runBeforeUnload: false });

  await context.setOffline(false);
  const next = await context.newPage();
  await openTodayWhole(next);
  await expect(entries(next).filter({ hasText: 'Killed with its tab' })).toContainText('40 min');
  expect((await device.current()).timer).toBeNull();
  await nothingWaits(next);
});

test('a stop whose tab is closed before a response is sent once by the next one', async ({ page, device, context }) => {
  const timer = await device.start({ title: 'Closed too soon' });
  await startEarlier(timer, HOUR_MS);
  const keys: (string | undefined)[] = [];
  const requested = Promise.withResolvers<void>();
  // No response, and no error either: a dead connection. The server may get the request anyway.
  await page.route('**/stop', (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    requested.resolve();
  });
  await openTodayWhole(page);
  await expect(hero(page)).toContainText('Closed too soon');
  await page.keyboard.press('s');
  await requested.promise;
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  const kept = async () => (await context.storageState()).origins.flatMap(({ localStorage }) => localStorage);
  await expect
    .poll(async () => (await kept()).filter(({ name }) => name.startsWith('queued_actions:')))
    .toHaveLength(1);

  const next = await context.newPage();
  next.on('request', (request) => request.url().endsWith('/stop') && keys.push(request.headers()['idempotency-key']));
  await openTodayWhole(next);
  await expect(entries(next).filter({ hasText: 'Closed too soon' })).toContainText('1 h');
  await expect(async () => expect((await device.current()).timer).toBeNull()).toPass();
  await nothingWaits(next);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a stop that conflicts with later changes is asked about, and applied when accepted', {
  tag: '@prove',
}, async ({ page, device, context }) => {
  const timer = await device.start({ title: 'Stopped twice' });
  await startEarlier(timer, HOUR_MS);
  await openTodayWhole(page);
  await expect(hero(page)).toContainText('Stopped twice');
  await context.setOffline(true);
  await expect(hero(page)).toContainText(KEPT);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(composer(page)).toBeVisible();
  await madeEarlier(page, 20);
  await device.stop(timer);
  await context.setOffline(false);
  await expect(bars(page)).toContainText(/Stop Stopped twice at .* failed\. The timer has ended in the meantime\./);
  await expect(entries(page).filter({ hasText: 'Stopped twice' })).toContainText('1 h');
  await expectNoBarriers(page, 'a failed action');
  await page.reload();
  await page.getByRole('button', { name: /^End it at/ }).press('Enter');
  await expect(entries(page).filter({ hasText: 'Stopped twice' })).toContainText('40 min');
  await expect(bars(page).getByText(' failed.')).toHaveCount(0);
  await expect(page.locator('[data-focus-home]').first()).toBeFocused();
  await nothingWaits(page);
});

test('one of two tabs sends the queued actions, once, and both follow', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  await device.start({ title: 'In two tabs' });
  const other = await context.newPage();
  await openTodayWhole(page);
  await openTodayWhole(other);
  await expect(hero(page)).toContainText('In two tabs');
  await expect(hero(other)).toContainText('In two tabs');
  const sent: string[] = [];
  context.on('request', (request) => request.url().endsWith('/stop') && sent.push(request.url()));
  await context.setOffline(true);
  await expect(hero(page)).toContainText(KEPT);
  await expect(hero(other)).toContainText(KEPT);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(bars(other)).toContainText('Stop In two tabs at');
  await context.setOffline(false);
  await expect(page.getByText('No timer running')).toBeVisible();
  await expect(other.getByText('No timer running')).toBeVisible();
  await nothingWaits(page);
  await expect(bars(other).getByText('Stop In two tabs')).toHaveCount(0);
  expect(sent).toHaveLength(1);
});

test('a plan started offline survives a reload, and its deadline is the server’s, counted from the action', {
  tag: '@prove',
}, async ({ page, device, context }) => {
  await openTodayWhole(page);
  await shellKept(page);
  await chooseType(page, 'Countdown');
  await context.setOffline(true);
  await expect(page.getByText('Offline since')).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
  await expect(toast(page)).toContainText(KEPT);
  await madeEarlier(page, 5);
  await page.reload();
  await expect(page.getByRole('heading', { name: KEPT })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('button', { name: 'Finish' })).toBeVisible();
  await nothingWaits(page);
  const { timer } = await device.current();
  const [startedAt, endsAt] = [Date.parse(timer?.started_at ?? ''), Date.parse(timer?.phase?.ends_at ?? '')];
  expect(timer).toMatchObject({ type: 'countdown', spans: [{ origin: 'offline' }] });
  expect(endsAt - startedAt).toBe(20 * 60_000);
});

test('a plan whose first phase has already ended is proposed as its work, and its time can be edited', {
  tag: '@prove',
}, async ({ page, person, context }) => {
  expect(person.name).toBeTruthy();
  await openTodayWhole(page);
  await chooseType(page, 'Countdown');
  await context.setOffline(true);
  await expect(page.getByText('Offline since')).toBeVisible();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await expect(toast(page)).toContainText(KEPT);
  await madeEarlier(page, 60);
  await page.close({ runBeforeUnload: false });

  await context.setOffline(false);
  const next = await context.newPage();
  await openTodayWhole(next);
  await expect(bars(next)).toContainText('The first phase of its plan was over before this arrived.');
  await expect(bars(next).getByRole('button', { name: /^Add / })).toBeEnabled();
  const opener = bars(next).getByRole('button', { name: 'Change the time' });
  const form = bars(next).getByRole('form', { name: 'Change the time' });
  await opener.focus();
  await next.keyboard.press('Enter');
  await expect(form.getByLabel('Day')).toBeFocused();
  await form.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(form).toBeHidden();
  await expect(opener).toBeFocused();
  await next.keyboard.press('Enter');
  await expect(form.getByLabel('Day')).toBeFocused();
  await expectNoBarriers(next, 'another time for a failed action');
  const from = await form.getByLabel('From').inputValue();
  const [hour = 0, minute = 0] = from.split(':').map(Number);
  const later = (hour * 60 + minute + 5) % (24 * 60);
  const clock = `${String(Math.floor(later / 60)).padStart(2, '0')}:${String(later % 60).padStart(2, '0')}:00`;
  await form.getByLabel('To').fill(clock);
  await form.getByLabel('To').press('Enter');
  await expect(entries(next)).toHaveCount(1);
  await expect(entries(next).first()).toContainText(/[45]\smin/);
  await expect(bars(next).getByText(' failed.')).toHaveCount(0);
  await nothingWaits(next);
});
