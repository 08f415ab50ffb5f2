import type { BrowserContext, Locator, Page } from '@playwright/test';
import { openCalendar } from '#/e2e/open-calendar.ts';
import {
  callApi,
  expect,
  expectNoBarriers,
  openToday,
  pressChord,
  runSql,
  startEarlier,
  test,
  toast,
  zoneAt,
} from '#/e2e/support.ts';
import { instantIn } from '#/lib/client/alarms/alarm-when.ts';
import { dateIn } from '#/lib/client/calendar/calendar.ts';
import type { TimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

const MINUTE_PX = 64 / 60;

type Point = { x: number; y: number };

const blocks = (page: Page) => page.locator('[data-block]:visible');
const column = (page: Page, date: string) => page.locator(`[data-day="${date}"]`);

/** Moves a stopped timer with one span: instants in UTC. */
async function lay(timer: TimerJson, from: string, to: string): Promise<void> {
  const values = [timer.id, from, to];
  await runSql(
    `with span as (update timer_spans set started_at = $2, ended_at = $3 where timer_id = $1)
     update timers set started_at = $2, ended_at = $3 where id = $1`,
    values,
  );
}

test.beforeEach(({ person }) => {
  expect(person.name).toBeTruthy();
});

test('spans are at their times, with key, title, duration and the totals of day and week', async ({ page, device }) => {
  const timer = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await lay(await device.stop(timer), '2026-03-03T08:00:00Z', '2026-03-03T09:30:00Z');
  await openCalendar(page, '?view=week&date=2026-03-05');
  await expect(page.getByRole('heading', { name: '2 – 8 March' })).toBeVisible();
  await expect(page.getByText('Week 10, 1 h 30 min')).toBeVisible();
  const block = column(page, '2026-03-03').locator('[data-block]');
  await expect(block).toHaveAccessibleName('API-412, Rate limiter, Tue 3, 09:00 – 10:30, 1 h 30 min');
  const box = await block.boundingBox();
  expect(box?.height).toBeCloseTo(90 * MINUTE_PX, -1);
  await expect(page.getByRole('button', { name: /^Tue 3/ })).toContainText('1 h 30 min');
  // Weekends without time are narrow.
  const [saturday, monday] = await Promise.all(
    ['2026-03-07', '2026-03-02'].map((date) => column(page, date).boundingBox()),
  );
  expect(saturday?.width).toBe(72);
  expect(monday?.width).toBeGreaterThan(100);
});

test('a span over midnight is on both days', async ({ page, device }) => {
  await lay(await device.stop(await device.start({ title: 'Night' })), '2026-03-03T22:00:00Z', '2026-03-04T00:30:00Z');
  await openCalendar(page, '?view=week&date=2026-03-03');
  await expect(column(page, '2026-03-03').locator('[data-block]')).toHaveAccessibleName(/23:00 – Wed 00:00, 1\sh$/);
  await expect(column(page, '2026-03-04').locator('[data-block]')).toHaveAccessibleName(/00:00 – 01:30, 1\sh 30\smin$/);
});

test('a day of 25 hours has the hour twice, a day of 23 hours skips it', async ({ page, device }) => {
  // In Stockholm clocks go back on 25 October 2026 at 03:00, to 02:00.
  await lay(await device.stop(await device.start({ title: 'Shift' })), '2025-10-25T23:00:00Z', '2025-10-26T02:00:00Z');
  await openCalendar(page, '?view=day&date=2025-10-26');
  await expect(page.getByText('again', { exact: true })).toBeAttached();
  const shift = blocks(page);
  await expect(shift).toHaveAccessibleName(/01:00 – 03:00, 3\sh$/);
  expect((await shift.boundingBox())?.height).toBeCloseTo(3 * 64, -1);

  await openCalendar(page, '?view=day&date=2026-03-29');
  await expect(page.getByText('02:00 – 03:00 is skipped')).toBeAttached();
  await lay(await device.stop(await device.start({ title: 'Night' })), '2026-03-29T00:00:00Z', '2026-03-29T03:00:00Z');
  await openCalendar(page, '?view=day&date=2026-03-29');
  await expect(shift).toHaveAccessibleName(/01:00 – 05:00, 3\sh$/);
  expect((await shift.boundingBox())?.height).toBeCloseTo(4 * 64, -1);
});

test('the running span grows, and a line marks now', async ({ page, device }) => {
  await startEarlier(await device.start({ title: 'Goes on' }), 90 * 60_000);
  await openCalendar(page);
  await expect(page.locator('[data-now]:visible')).toHaveCount(1);
  const running = page.locator('[data-day]:has([data-now]) [data-block]');
  await expect(running).toHaveAccessibleName(/Goes on.* – now/);
  // Up to now, from its start or from midnight.
  const midnight = instantIn('Europe/Stockholm', dateIn('Europe/Stockholm', Date.now()), 0) ?? 0;
  const minutes = Math.min(90, (Date.now() - midnight) / 60_000);
  const box = await running.boundingBox();
  expect(box?.height).toBeGreaterThan((minutes - 3) * MINUTE_PX);
  expect(box?.height).toBeLessThan((minutes + 3) * MINUTE_PX + 4);
  const line = await page.locator('[data-now]:visible').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeCloseTo(line?.y ?? 0, -1);
});

test('the running span grows by itself, minute by minute', { tag: '@prove' }, async ({ page, device, context }) => {
  await callApi(context, 'patch', '/me', { time_zone: zoneAt(12) });
  await startEarlier(await device.start({ title: 'Goes on' }), 30 * 60_000);
  await page.clock.install();
  await openCalendar(page);
  const running = page.locator('[data-day]:has([data-now]) [data-block]');
  const height = async () => (await running.boundingBox())?.height ?? 0;
  const before = await height();
  expect(before).toBeGreaterThan(25 * MINUTE_PX);
  // Offline: the server, for which no hour passes, would correct the page.
  await context.setOffline(true);
  await page.clock.fastForward('01:00:00');
  await expect.poll(async () => Math.abs((await height()) - before - 60 * MINUTE_PX)).toBeLessThan(3);
});

test('shortcuts open the calendar, change the week, and move from span to span', async ({ page, device }) => {
  for (const [title, from, to] of [
    ['First', '08:00', '09:00'],
    ['Second', '09:00', '09:30'],
  ]) {
    const timer = await device.stop(await device.start({ title: title ?? '' }));
    await lay(timer, `2026-03-03T${from}:00Z`, `2026-03-03T${to}:00Z`);
  }
  await openToday(page);
  await page.keyboard.press('Escape');
  await page.getByRole('main').focus();
  await pressChord(page, 'g', 'c');
  await expect(page).toHaveURL(/\/calendar/);
  await openCalendar(page, '?view=week&date=2026-03-10');
  await expect(page.getByText('Nothing tracked this week')).toBeVisible();
  await page.keyboard.press('[');
  await expect(page).toHaveURL('/calendar?view=week&date=2026-03-03');
  await blocks(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(blocks(page).nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('button', { name: /^Monday 2 March .*Add time/ })).toBeFocused();
  await page.keyboard.press(']');
  await expect(page).toHaveURL('/calendar?view=week&date=2026-03-10');
  await page.goBack();
  await expect(page.getByRole('heading', { name: '2 – 8 March' })).toBeVisible();
  await page.keyboard.press('t');
  await expect(page.locator('[data-now]:visible')).toHaveCount(1);
});

test('Before the requests pass: else the page may have retried by itself, and the button be gone.', async ({
  page,
}) => {
  let isRejected = true;
  await page.route('**/api/v1/timers?*', async (route) => (isRejected ? route.abort() : route.continue()));
  await openCalendar(page);
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(page.getByRole('alert', { name: 'No time to show' })).toContainText('Can’t reach the server.');
  // Before it is let in: else it may have come by itself, and the button be gone.
  await Promise.all([page.waitForRequest('**/api/v1/time'), page.getByRole('button', { name: 'Try now' }).click()]);
  isRejected = false;
  await expect(page.getByText('Nothing tracked this week')).toBeVisible();
});

test.describe('the calendar fits a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('one day is shown, and a tap shows another of its week', { tag: '@prove' }, async ({ page, device }) => {
    const timer = await device.stop(await device.start({ title: 'Review' }));
    await lay(timer, '2026-03-03T08:00:00Z', '2026-03-03T09:30:00Z');
    await openCalendar(page, '?view=week&date=2026-03-05');
    await expect(blocks(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Tue 3' }).tap();
    await expect(blocks(page)).toHaveCount(1);
    await expect(page).toHaveURL('/calendar?view=week&date=2026-03-03');
  });
});

test.describe('time is edited in place:', () => {
  test.beforeEach(async ({ page, device }) => {
    const timer = await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
    await lay(await device.stop(timer), '2026-03-03T08:00:00Z', '2026-03-03T09:00:00Z');
    await lay(
      await device.stop(await device.start({ title: 'Review' })),
      '2026-03-03T12:00:00Z',
      '2026-03-03T13:00:00Z',
    );
    await openCalendar(page, '?view=week&date=2026-03-03');
    await expect(blocks(page)).toHaveCount(2);
  });

  const limiter = (page: Page) => blocks(page).filter({ hasText: 'API-412' });

  test('by mouse: dragged, made longer, added, and put back if it does not fit', async ({ page, context }) => {
    const review = blocks(page).filter({ hasText: 'Review' });

    await test.step('dragged to another time and day, and undone by ⌘Z', async () => {
      await drag(page, limiter(page), { x: 0, y: 64 });
      await expect(limiter(page)).toHaveAccessibleName(/Tue 3, 10:00 – 11:00/);
      await expect(toast(page)).toContainText('Moved API-412: 10:00 – 11:00');
      const day = await column(page, '2026-03-04').boundingBox();
      await drag(page, limiter(page), { x: day?.width ?? 0, y: -64 });
      await expect(limiter(page)).toHaveAccessibleName(/Wed 4, 09:00 – 10:00/);
      await expect(toast(page)).toContainText('09:00 – 10:00');
      await page.keyboard.press('Control+z');
      await expect(limiter(page)).toHaveAccessibleName(/Tue 3, 10:00 – 11:00/);
      await expect
        .poll(async () => (await spansOn(context, '2026-03-03')).sort())
        .toEqual(['2026-03-03T09:00:00.000Z corrected', '2026-03-03T12:00:00.000Z live']);
    });

    await test.step('rejected in place where other time lies, with the reason', async () => {
      const sent: string[] = [];
      page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
      const box = await limiter(page).boundingBox();
      await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 30);
      await page.mouse.down();
      await page.mouse.move((box?.x ?? 0) + 30, (box?.y ?? 0) + 30 + 3 * 64, { steps: 5 });
      await expect(page.locator('[data-draft]').first()).toContainText(
        'Overlaps Review, 13:00 – 14:00. Shorten one of them.',
      );
      await page.mouse.up();
      await expect(toast(page)).toContainText('Overlaps Review');
      await expect(limiter(page)).toHaveAccessibleName(/10:00 – 11:00/);
      expect(sent).toEqual([]);
    });

    await test.step('put back when the server rejects', async () => {
      const overlaps = [
        {
          timer_id: 'x',
          title: 'Meeting',
          ticket_key: null,
          started_at: '2026-03-03T09:00:00Z',
          ended_at: '2026-03-03T10:00:00Z',
        },
      ];
      const body = JSON.stringify({ code: 'time_overlaps', detail: 'Overlaps.', overlaps });
      await page.route('**/spans', (route) =>
        route.fulfill({ status: 409, contentType: 'application/problem+json', body }),
      );
      await drag(page, limiter(page), { x: 0, y: 64 });
      await expect(toast(page)).toContainText('Overlaps Meeting, 10:00 – 11:00');
      await expect(limiter(page)).toHaveAccessibleName(/10:00 – 11:00/);
      await page.unroute('**/spans');
    });

    await test.step('added by a drag over empty hours', async () => {
      const monday = await column(page, '2026-03-02').boundingBox();
      const ten = (await limiter(page).boundingBox())?.y ?? 0;
      await page.mouse.move((monday?.x ?? 0) + 20, ten + 1);
      await page.mouse.down();
      await page.mouse.move((monday?.x ?? 0) + 20, ten + 96, { steps: 5 });
      await expect(page.locator('[data-draft]').first()).toContainText('10:00 – 11:30');
      await page.mouse.up();
      const form = page.getByRole('dialog', { name: 'Add time' });
      await form.getByLabel('What').fill('Planning');
      await page.keyboard.press('Enter');
      await expect(form).toBeHidden();
      await expect(blocks(page).filter({ hasText: 'Planning' })).toHaveAccessibleName(/Mon 2, 10:00 – 11:30/);
    });

    await test.step('longer by an edge, in steps, to the minute with Alt', async () => {
      const box = await review.boundingBox();
      await drag(page, review, { x: 0, y: 33 }, { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) - 2 });
      await expect(review).toHaveAccessibleName(/13:00 – 14:30, 1\sh 30\smin/);
      await page.keyboard.down('Alt');
      await drag(page, review, { x: 0, y: 10 }, { x: (box?.width ?? 0) / 2, y: 2 });
      await page.keyboard.up('Alt');
      await expect(review).toHaveAccessibleName(/13:0[89] – 14:30/);
    });
  });

  test('by keys pressed faster than the server responds, in chosen steps', { tag: '@prove' }, async ({
    page,
    context,
  }) => {
    await limiter(page).focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('Alt+ArrowDown');
    await expect(limiter(page)).toHaveAccessibleName(/Tue 3, 09:45 – 10:45/);
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await expect(limiter(page)).toHaveAccessibleName(/09:45 – 10:15/);
    await expect(toast(page)).toContainText('Moved API-412: 09:45 – 10:15');
    await page.getByRole('combobox', { name: 'Snap to' }).selectOption('60');
    await limiter(page).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(limiter(page)).toHaveAccessibleName(/08:45 – 09:15/);
    await expect(toast(page)).toContainText('08:45 – 09:15');
    await expect
      .poll(async () => (await spansOn(context, '2026-03-03')).sort())
      .toEqual(['2026-03-03T07:45:00.000Z corrected', '2026-03-03T12:00:00.000Z live']);
  });

  test('by a held key: one change when it is released, with one undo; Esc cancels', {
    tag: '@prove',
  }, async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'PUT' && sent.push(request.url()));
    await limiter(page).focus();
    await page.keyboard.down('Alt');
    for (let i = 0; i < 4; i++) await page.keyboard.down('ArrowDown');
    await expect(page.locator('[data-draft]').first()).toContainText('10:00 – 11:00');
    expect(sent).toEqual([]);
    await page.keyboard.up('ArrowDown');
    await expect(limiter(page)).toHaveAccessibleName(/Tue 3, 10:00 – 11:00/);
    await expect(limiter(page)).toBeFocused();
    await page.keyboard.up('Alt');
    await expect(toast(page)).toContainText('Moved API-412: 10:00 – 11:00');
    expect(sent).toHaveLength(1);
    await page.keyboard.down('Shift');
    for (let i = 0; i < 2; i++) await page.keyboard.down('ArrowDown');
    await page.keyboard.press('Escape');
    await page.keyboard.up('Shift');
    await page.keyboard.press('Control+z');
    await expect(limiter(page)).toHaveAccessibleName(/Tue 3, 09:00 – 10:00/);
    expect(sent).toHaveLength(2);
  });

  test('deleted: one of several spans by a held key, and the next has the focus', { tag: '@prove' }, async ({
    page,
    context,
  }) => {
    const spans = ['08', '09', '10'].map((hour) => ({
      started_at: `2026-03-05T${hour}:00:00Z`,
      ended_at: `2026-03-05T${hour}:30:00Z`,
    }));
    await callApi(context, 'post', '/timers', { title: 'Planning', spans });
    await openCalendar(page, '?view=week&date=2026-03-03');
    const planning = blocks(page).filter({ hasText: 'Planning' });
    await expect(planning).toHaveCount(3);
    await planning.first().focus();
    await page.keyboard.down('Delete');
    await page.keyboard.down('Delete');
    await page.keyboard.up('Delete');
    await expect(planning).toHaveCount(2);
    await expect(page.locator('[data-stop]:focus')).toHaveAccessibleName(/10:00 – 10:30/);
    await expect(toast(page)).toContainText('Deleted. Planning, 09:00 – 09:30');
  });

  test('by fields: ticket, title, tags and times, rejected with the reason, and all of it rolled back', async ({
    page,
    context,
  }) => {
    await limiter(page).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit API-412' });
    await form.getByLabel('Ticket').fill('not a ticket');
    await form.getByLabel('From').fill('13:30');
    await form.getByLabel('To', { exact: true }).fill('14:30');
    await page.keyboard.press('Enter');
    await expect(form).toContainText('Enter one ticket, such as API-412');
    await form.getByLabel('Ticket').fill('https://github.com/acme/api/issues/34');
    await form.getByLabel('Title').fill('Lease renewal');
    await form.getByLabel('Tags').fill('#night, ops');
    await page.keyboard.press('Enter');
    await expect(form.getByRole('alert')).toHaveText('Overlaps Review, 13:00 – 14:00. Shorten one of them.');
    await form.getByLabel('From').fill('14:30');
    await form.getByLabel('To', { exact: true }).fill('15:30');
    await page.keyboard.press('Control+Enter');
    await expect(form).toBeHidden();
    const renewal = blocks(page).filter({ hasText: 'acme/api#34' });
    await expect(renewal).toHaveAccessibleName(/acme\/api#34, Lease renewal, Tue 3, 14:30 – 15:30/);
    const stored = async () =>
      ((await callApi(context, 'get', '/timers?date=2026-03-03')) as TimerListJson).timers.find(
        ({ title }) => title !== 'Review',
      );
    expect(await stored()).toMatchObject({
      title: 'Lease renewal',
      tags: ['night', 'ops'],
      ticket: { url: 'https://github.com/acme/api/issues/34' },
    });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(limiter(page)).toHaveAccessibleName(/API-412, Rate limiter, Tue 3, 09:00 – 10:00/);
    await expect.poll(stored).toMatchObject({ title: 'Rate limiter', tags: [], ticket: { key: 'API-412' } });
  });

  test('on another ticket, chosen from the matches', { tag: '@prove' }, async ({ page, context }) => {
    await callApi(context, 'post', '/tickets', { key: 'OPS-77', title: 'Rotate the secret' });
    await limiter(page).focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Edit API-412' });
    const ticket = form.getByRole('combobox', { name: 'Ticket' });
    await ticket.fill('rotate');
    await expect(form.getByRole('option', { name: /OPS-77/ })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(form.getByRole('option')).toHaveCount(0);
    await expect(form).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('option', { name: /OPS-77/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(ticket).toHaveValue('OPS-77');
    await expect(form.getByRole('option')).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(form).toBeHidden();
    await expect(blocks(page).filter({ hasText: 'OPS-77' })).toHaveCount(1);
  });

  test('a week of more timers than a page of the API holds shows all of them', { tag: '@prove' }, async ({
    page,
    context,
  }) => {
    const { timers } = (await callApi(context, 'get', '/timers?date=2026-03-03')) as TimerListJson;
    await runSql(
      `with made as (
         insert into timers select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
           'started_at', timestamptz '2026-03-04T06:00:00Z' + n * interval '4 min',
           'ended_at', timestamptz '2026-03-04T06:03:00Z' + n * interval '4 min'))).*
         from timers t, generate_series(0, 209) n where t.id = $1 returning *)
       insert into timer_spans select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
         'timer_id', made.id, 'started_at', made.started_at, 'ended_at', made.ended_at))).*
       from made, timer_spans s where s.timer_id = $1`,
      [timers[0]?.id],
    );
    await openCalendar(page, '?view=week&date=2026-03-03');
    await expect(blocks(page)).toHaveCount(212);
  });

  test('all by keys: moved, made longer, moved to another day, deleted, undone, added, opened', async ({ page }) => {
    await limiter(page).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(limiter(page)).toHaveAccessibleName(/09:15 – 10:15/);
    await expect(limiter(page)).toBeFocused();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(limiter(page)).toHaveAccessibleName(/09:15 – 10:30/);
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(limiter(page)).toHaveAccessibleName(/Mon 2, 09:15 – 10:30/);
    await expect(limiter(page)).toBeFocused();
    await expect(toast(page)).toContainText('Moved API-412: 09:15 – 10:30');
    await page.keyboard.press('Delete');
    await expect(limiter(page)).toHaveCount(0);
    await expect(page.locator('[data-stop]:focus')).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(limiter(page)).toHaveAccessibleName(/Mon 2, 09:15 – 10:30/);

    await limiter(page).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('a');
    const form = page.getByRole('dialog', { name: 'Add time' });
    await form.getByLabel('What').fill('Planning');
    await page.keyboard.press('Enter');
    await expect(blocks(page).filter({ hasText: 'Planning' })).toHaveAccessibleName(/Mon 2, 11:00 – 12:00/);

    await limiter(page).focus();
    for (let steps = 0; steps < 2; steps += 1) await page.keyboard.press('Shift+ArrowDown');
    await expect(limiter(page)).toHaveAccessibleName(/Mon 2, 09:15 – 11:00/);
    await page.keyboard.press('Shift+ArrowDown');
    await expect(toast(page)).toContainText('Overlaps Planning, 11:00 – 12:00. Shorten one of them.');
    await expect(limiter(page)).toHaveAccessibleName(/Mon 2, 09:15 – 11:00/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Edit API-412' })).toBeVisible();
    await expectNoBarriers(page, 'the form of a span');
    await page.keyboard.press('Escape');
    await expect(limiter(page)).toBeFocused();
  });
});

/** Drags a block, from its middle or another point, by this distance. */
async function drag(page: Page, block: Locator, by: Point, holdPhase?: Point): Promise<void> {
  const box = (await block.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const from = { x: box.x + (holdPhase?.x ?? box.width / 2), y: box.y + (holdPhase?.y ?? box.height / 2) };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 6 });
  await page.mouse.up();
}

/** Starts and origins of the spans of a day, from the API. */
async function spansOn(context: BrowserContext, date: string): Promise<string[]> {
  const { timers } = (await callApi(context, 'get', `/timers?date=${date}`)) as TimerListJson;
  return timers.flatMap((timer) => timer.spans.map((span) => `${span.started_at} ${span.origin}`));
}
