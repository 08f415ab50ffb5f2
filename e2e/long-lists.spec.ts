import type { Locator, Page } from '@playwright/test';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import { test as base, callApi, expect, type Person, runSql, zoneAt } from '#/e2e/support.ts';

const test = base.extend<{ receiver: Receiver }>({
  receiver: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
});

const MANY = 1_000;
const DELIVERIES = 300;
const EVENTS = 300;
const WEEKS = 300;
const MEMBERS = 400;
/** More than fit on one page of the API. */
const ENTRIES = 500;
/** The maximum of elements of a page with a thousand rows; all rows at once would be about thirty thousand. */
const MAX_ELEMENTS = 9_000;

const countElements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length);

/** Waits until the page has hydrated. */
async function open(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

/** Presses "Show 50 more" until all rows are listed. */
async function showAll(page: Page, name: string, count = MANY): Promise<void> {
  const table = page.locator('table', { hasText: name });
  for (let rows = 50; rows < count; rows += 50) {
    await expect(table).toHaveAttribute('aria-rowcount', String(rows + 1));
    await page.getByRole('button', { name: 'Show 50 more' }).click();
  }
  await expect(table).toHaveAttribute('aria-rowcount', String(count + 1));
}

/** The same where the rows are not counted. */
async function showRest(page: Page, count: number): Promise<void> {
  const more = page.getByRole('button', { name: 'Show 50 more' });
  for (let rows = 50; rows < count; rows += 50) {
    const pageResponse = page.waitForResponse(/\/v1\/(?!stream).+[?&]cursor=/);
    await more.click();
    await pageResponse;
  }
  await expect(more).toHaveCount(0);
}

/** Only rows near the viewport are in the DOM; the others keep their room, and are added when scrolled to. */
async function expectNearRows(page: Page, rows: Locator, count: number, last: string): Promise<void> {
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }));
  await expect(rows.last()).toContainText(last);
  const before = await height();
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await expect.poll(() => rows.count()).toBeLessThan(count / 2);
  expect(await height()).toBe(before);
  await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight }));
  await expect(rows.last()).toContainText(last);
}

/** Hundreds of five-second timers in addition to the existing one. */
async function makeTimers(person: Person): Promise<void> {
  await runSql(
    `with made as (
       insert into timers select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
         'started_at', t.started_at - n * interval '20 seconds',
         'ended_at', t.started_at - n * interval '20 seconds' + interval '5 seconds'))).*
       from timers t join users u on u.id = t.user_id and u.email = $1, generate_series(1, $2::int) n returning *)
     insert into timer_spans select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
       'timer_id', made.id, 'started_at', made.started_at, 'ended_at', made.ended_at))).*
     from made, timer_spans s join users u on u.id = s.user_id and u.email = $1`,
    [person.email, ENTRIES],
  );
}

async function makeTickets(person: Person): Promise<void> {
  await runSql(
    `insert into tickets (id, workspace_id, key, title)
     select gen_random_uuid(), m.workspace_id, 'API-' || n, 'Ticket ' || n
     from users u join memberships m on m.user_id = u.id, generate_series(1, $2::int) n where u.email = $1`,
    [person.email, MANY],
  );
}

test('a thousand tickets are listed, and only those near the viewport are in the DOM', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  await makeTickets(person);
  await open(page, '/tickets?sort=key');
  await showAll(page, 'Tickets');
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  // Missing rows keep their room.
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeGreaterThan(MANY * 40);
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await expect(page.getByRole('row').nth(1)).toBeInViewport();
  await page.evaluate(() => window.scrollTo({ top: 20_000 }));
  await expect(page.locator('[data-ticket]:visible').nth(150)).toBeVisible();
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  expect(await height()).toBeGreaterThan(MANY * 40);
});

test('a page of a list that can’t be loaded shows the reason, and loads with the next click', async ({
  page,
  person,
}) => {
  await makeTickets(person);
  await open(page, '/tickets?sort=key');
  const more = page.getByRole('button', { name: 'Show 50 more' });
  await page.route(/v1\/tickets\?.*cursor/, (route) => route.fulfill({ status: 503, json: {} }));
  await more.click();
  const problem = page.getByRole('main').getByRole('alert');
  await expect(problem).toHaveText('The server responded with an error (503). Try again.');
  await page.unroute(/v1\/tickets\?.*cursor/);
  await more.click();
  await expect(page.locator('table', { hasText: 'Tickets' })).toHaveAttribute('aria-rowcount', '101');
  await expect(problem).toHaveCount(0);
});

test('a thousand alarms are listed, and keys move through them', { tag: '@prove' }, async ({
  page,
  person,
  context,
}) => {
  expect(person.email).toBeTruthy();
  const alarms = Array.from({ length: MANY }, (_, index) => ({
    name: `alarm.${index}`,
    output_mode: 'event',
    delay_ms: 3_600_000 + index * 1_000,
  }));
  await callApi(context, 'post', '/alarms/batch', { alarms });
  await open(page, '/alarms?state=scheduled');
  await showAll(page, 'Alarms');
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await page.getByRole('link', { name: 'alarm.0', exact: true }).focus();
  for (let step = 1; step <= 130; step += 1) await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'alarm.130', exact: true })).toBeFocused();
  expect(await countElements(page)).toBeLessThan(MAX_ELEMENTS);
});

test('hundreds of deliveries are listed, and only those near the viewport are in the DOM', { tag: '@prove' }, async ({
  page,
  person,
  context,
  receiver,
}) => {
  expect(person.email).toBeTruthy();
  receiver.plan.status = 503;
  const { url } = receiver;
  const { id } = (await callApi(context, 'post', '/endpoints', { url, event_types: ['timer.started'] })).endpoint;
  await callApi(context, 'post', '/timers/start', { title: 'Not heard' });
  const latest = async () => (await callApi(context, 'get', `/endpoints/${id}/deliveries`)).deliveries[0];
  await expect.poll(latest).toMatchObject({ status: 'retrying', attempts: 1 });
  await runSql(
    `insert into alarms select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
       'due_at', a.due_at - n * interval '1 second', 'next_attempt_at', now() + interval '1 day'))).*
     from alarms a, generate_series(1, $2::int) n where a.endpoint_id = $1`,
    [id, DELIVERIES - 1],
  );
  await open(page, '/settings');
  await page.getByRole('button', { name: url, exact: true }).first().click();
  const log = page.getByRole('region', { name: 'Deliveries' });
  const more = log.getByRole('button', { name: 'Show 50 more' });
  for (let rows = 50; rows < DELIVERIES; rows += 50) {
    const pageResponse = page.waitForResponse(/deliveries\?.*cursor/);
    await more.click();
    await pageResponse;
  }
  await expect(more).toHaveCount(0);
  // The others keep their room.
  const drawer = page.getByRole('complementary', { name: `Webhook ${url}` });
  await expect.poll(() => drawer.evaluate((box) => box.scrollHeight)).toBeGreaterThan(DELIVERIES * 50);
  await drawer.evaluate((box) => box.scrollTo({ top: 0 }));
  await expect.poll(() => log.getByRole('listitem').count()).toBeLessThan(DELIVERIES / 2);
});

test('hundreds of entries of the audit log and of projects are listed, and only those near the viewport are in the DOM', {
  tag: '@prove',
}, async ({ page, person, context }) => {
  expect(person.email).toBeTruthy();
  for (let n = 1; n <= EVENTS; n += 1) await callApi(context, 'post', '/projects', { name: `Project ${n} of many` });
  await open(page, '/team/audit?type=project.*');
  await showAll(page, 'Audit log', EVENTS);
  await expectNearRows(page, page.locator('[data-event]'), EVENTS, 'Project 1 of many');
  await open(page, '/projects');
  await showAll(page, 'Projects', EVENTS);
  await expectNearRows(page, page.locator('[data-project]'), EVENTS, 'of many');
});

test('hundreds of members are listed, and only those near the viewport are in the DOM', { tag: '@prove' }, async ({
  page,
  person,
}) => {
  await runSql(
    `with made as (
       insert into users (id, email, name)
       select gen_random_uuid(), n || '.' || $1, 'Member ' || n || ' of many' from generate_series(1, $2::int) n
       returning id)
     insert into memberships (workspace_id, user_id, role, created_at)
     select m.workspace_id, made.id, 'member', now() + interval '1 second'
     from made, memberships m join users u on u.id = m.user_id and u.email = $1`,
    [person.email, MEMBERS],
  );
  await open(page, '/team/members');
  await expect(page.locator('table', { hasText: 'Members' })).toHaveAttribute('aria-rowcount', String(MEMBERS + 2));
  await expectNearRows(page, page.locator('[data-member]'), MEMBERS, 'of many');
});

test('a week of hundreds of entries says where to find the rest', { tag: '@prove' }, async ({
  page,
  context,
  device,
  person,
}) => {
  await callApi(context, 'patch', '/me', { time_zone: zoneAt(15) });
  await device.stop(await device.start({ title: 'Short work' }));
  await makeTimers(person);
  await open(page, '/');
  await expect(page.getByText('Only the newest 200 timers are listed')).toBeVisible();
  await expect(page.getByLabel('Timeline of the day').locator('[data-span]')).toHaveCount(ENTRIES + 1);
  await page.getByRole('link', { name: 'the calendar', exact: true }).click();
  await expect(page).toHaveURL(/\/calendar/);
  await expect(page.locator('[data-block]')).toHaveCount(ENTRIES + 1);
});

test('hundreds of schedules, and of timers to correct, are listed, and only those near the viewport are in the DOM', {
  tag: '@prove',
}, async ({ page, context, device, person }) => {
  for (let n = 1; n <= EVENTS; n += 1) {
    const webhook = { url: 'https://reports.example.com/hooks/daily', method: 'POST' };
    await callApi(context, 'post', '/schedules', { name: `report.${n}.of.many`, cron: '0 9 * * *', ...webhook });
  }
  await open(page, '/alarms/schedules');
  await showRest(page, EVENTS);
  await expectNearRows(page, page.locator('[data-schedule]'), EVENTS, 'of.many');
  await device.stop(await device.start({ title: 'Short work' }));
  await runSql('update timers set needs_review = true where user_id = (select id from users where email = $1)', [
    person.email,
  ]);
  await makeTimers(person);
  await open(page, '/team/corrections');
  await showRest(page, ENTRIES + 1);
  const rows = page.locator('[data-queue]');
  await expect.poll(() => rows.count()).toBeLessThan(ENTRIES / 2);
});

test('hundreds of weeks to approve are listed, and only those near the viewport are in the DOM', {
  tag: '@prove',
}, async ({ page, person }) => {
  await runSql(
    `insert into weeks (workspace_id, user_id, starts_on, status, submitted_at, submitted_ms)
     select m.workspace_id, m.user_id, date '2025-12-29' - 7 * n, 'submitted', now(), 0
     from users u join memberships m on m.user_id = u.id, generate_series(1, $2::int) n where u.email = $1`,
    [person.email, WEEKS],
  );
  await open(page, '/team/weeks');
  await showRest(page, WEEKS);
  // The first of them, 300 weeks before the last of 2025.
  await expectNearRows(page, page.locator('[data-week]'), WEEKS, '2020');
});
