import type { Page } from '@playwright/test';
import { openReceiver, type Receiver } from '#/e2e/receiver.ts';
import { test as base, expect, toast } from '#/e2e/support.ts';
import type { CreateAlarmBody } from '#/lib/alarms/alarms/alarm-input-schemas.ts';
import type { AlarmJson, AlarmResponseJson } from '#/lib/alarms/alarms/alarm-schemas.ts';

const HOUR_S = 3_600;

/** The API as a program of the same person uses it. */
function alarmsOf(page: Page, baseURL: string) {
  const headers = { origin: new URL(baseURL).origin };
  return {
    async create(body: CreateAlarmBody): Promise<AlarmJson> {
      const response = await page.request.post('/api/v1/alarms', { data: body, headers });
      expect(response.status(), await response.text()).toBe(201);
      return ((await response.json()) as AlarmResponseJson).alarm;
    },
    async move(id: string, body: CreateAlarmBody): Promise<void> {
      const response = await page.request.patch(`/api/v1/alarms/${id}`, { data: body, headers });
      expect(response.ok(), await response.text()).toBe(true);
    },
    async expectStatus(id: string, status: string): Promise<void> {
      const read = async () => (await (await page.request.get(`/api/v1/alarms/${id}`)).json()).alarm.status;
      await expect.poll(read).toBe(status);
    },
  };
}

const test = base.extend<{ receiver: Receiver; alarms: ReturnType<typeof alarmsOf> }>({
  receiver: async ({ person }, use) => {
    expect(person.email).toBeTruthy();
    const receiver = await openReceiver();
    await use(receiver);
    await receiver.close();
  },
  alarms: async ({ page, person, baseURL }, use) => {
    expect(person.email).toBeTruthy();
    await use(alarmsOf(page, baseURL ?? ''));
  },
});

/** Opens a page of alarms and waits until it has hydrated: from then on it receives updates. */
async function openAlarms(page: Page, path = '/alarms'): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const drawer = (page: Page) => page.getByRole('complementary', { name: /^Alarm / });
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const form = (page: Page) => page.getByRole('dialog', { name: 'New alarm' });

test('an alarm created with the form fires and is shown as delivered without a reload', async ({
  page,
  alarms,
  receiver,
}) => {
  expect(alarms).toBeTruthy();
  await openAlarms(page);
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''));
  await page.keyboard.press('c');
  // Late enough to be seen as scheduled, however slow the machine is; then it is made due.
  await form(page).getByRole('textbox', { name: 'Delay' }).fill('2h');
  await expect(form(page)).toContainText(/Fires .* in \d/);
  await form(page).getByLabel('URL', { exact: true }).fill(receiver.url);
  await form(page).getByLabel('Name', { exact: true }).fill('invoice.reminder');
  await form(page).getByLabel('Payload').fill('{"invoice": "INV-0417"}');
  await form(page).getByRole('button', { name: 'Create alarm' }).click();

  await expect(drawer(page)).toContainText('Scheduled');
  await expect(drawer(page).getByRole('heading', { name: 'invoice.reminder' })).toBeFocused();
  await expect(page).toHaveURL(/\/alarms\/[0-9a-f-]{36}$/);
  await expect(drawer(page).getByRole('timer')).toHaveAccessibleName(/^(2 hours|1 hour 5\d minutes) until it fires$/);
  await alarms.move(new URL(page.url()).pathname.replace('/alarms/', ''), { delay_ms: 1 });
  await expect(drawer(page)).toContainText(/Delivered, \S+\s(ms|s|min) late/);
  await expect(drawer(page)).toContainText('200 OK');
  await expect(row(page, 'invoice.reminder')).toContainText('Delivered');
  await expect(tab(page, 'Delivered')).toHaveAccessibleName('Delivered 1');
  expect(receiver.heard).toMatchObject([
    { method: 'POST', headers: { 'timer-attempt': '1' }, body: '{"invoice":"INV-0417"}' },
  ]);
  await expect(page.locator('body[data-same-page]')).toBeAttached();
});

test('errors of a new alarm are shown at their fields', { tag: '@prove' }, async ({ page, alarms }) => {
  expect(alarms).toBeTruthy();
  await openAlarms(page);
  await page.getByRole('button', { name: 'New alarm' }).click();
  const send = form(page).getByRole('button', { name: 'Create alarm' });
  await form(page).getByLabel('Payload').fill('{a');
  await send.click();
  await expect(form(page)).toContainText('Enter a duration, such as 10m, 1h30, or 45s.');
  await expect(form(page)).toContainText('Enter a URL.');
  await expect(form(page)).toContainText('This isn’t valid JSON');
  await expect(form(page).getByRole('textbox', { name: 'Delay' })).toBeFocused();

  await form(page).getByRole('textbox', { name: 'Delay' }).fill('1h30');
  await form(page).getByLabel('Payload').fill('');
  await form(page).getByLabel('URL', { exact: true }).fill('http://10.0.0.1/hook');
  await form(page).getByLabel('Method').selectOption('GET');
  await form(page).getByText('More options').click();
  await form(page).getByLabel('Format').selectOption('CloudEvents, structured');
  await send.click();
  await expect(form(page).getByLabel('URL', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await expect(form(page)).toContainText('Needs a body, which GET does not carry.');
  await expect(form(page).getByLabel('URL', { exact: true })).toBeFocused();
  await expect(form(page)).not.toContainText('This isn’t valid JSON');
});

test('aborting asks for confirmation, and says when it is too late', async ({ page, alarms, receiver }) => {
  const kept = await alarms.create({ name: 'trial.ends', url: receiver.url, delay_ms: HOUR_S * 1_000 });
  await openAlarms(page, `/alarms/${kept.id}`);
  await expect(drawer(page)).toContainText('Scheduled');
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(toast(page)).toContainText('Aborted before it fired: trial.ends');
  await expect(drawer(page)).toContainText('Aborted before it fired');
  await expect(drawer(page).getByRole('button', { name: 'Abort' })).toHaveCount(0);
  await expect(row(page, 'trial.ends')).toContainText(/Aborted.*aborted \d/);
  await expect(drawer(page).getByRole('region', { name: 'Attempts' }).getByRole('listitem')).toHaveText([
    /Aborted$/,
    /Was due$/,
  ]);

  receiver.plan.holds = true;
  const late = await alarms.create({ name: 'too.late', url: receiver.url, delay_ms: HOUR_S * 1_000 });
  await openAlarms(page, `/alarms/${late.id}`);
  await page.keyboard.press('Backspace');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await alarms.move(late.id, { delay_ms: 1 });
  await alarms.expectStatus(late.id, 'firing');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abort' }).click();
  await expect(toast(page)).toContainText('Already firing; it can’t be aborted.');
  receiver.letGo();
  await expect(drawer(page)).toContainText('Delivered');
});

test('an alarm is rescheduled by typing, but another person’s change is not overwritten', async ({
  page,
  alarms,
  receiver,
}) => {
  const alarm = await alarms.create({ name: 'trial.ends', url: receiver.url, delay_ms: HOUR_S * 1_000 });
  await openAlarms(page, `/alarms/${alarm.id}`);
  const dialog = page.getByRole('dialog', { name: 'Reschedule trial.ends' });
  await drawer(page).getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByRole('radio', { name: 'After a delay' }).check();
  await dialog.getByRole('textbox', { name: 'Delay' }).fill('30h');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(toast(page)).toContainText('Rescheduled: trial.ends');
  await expect(drawer(page).getByRole('timer')).toContainText(/1\u00a0d 5:5\d:/);

  await drawer(page).getByRole('button', { name: 'Reschedule' }).click();
  await dialog.getByLabel('Time', { exact: true }).fill('25:00');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(dialog).toContainText('Enter a time, such as 17:46');
  await alarms.move(alarm.id, { delay_ms: 2 * HOUR_S * 1_000 });
  await dialog.getByLabel('Time', { exact: true }).fill('12:00');
  await dialog.getByRole('button', { name: 'Reschedule' }).click();
  await expect(toast(page)).toContainText('it has changed since');
  await expect(drawer(page).getByRole('timer')).toContainText(/1:5\d:/);
});

test('a failing alarm is retried, and at once with Try now', async ({ page, alarms, receiver }) => {
  receiver.plan.status = 503;
  const body = { name: 'invoice.reminder', url: receiver.url, delay_ms: 1, retry: ['10m', '1h'] };
  const alarm = await alarms.create(body);
  await openAlarms(page, `/alarms/${alarm.id}`);
  // Waits have a jitter of ten percent, and the rest of one is shown in whole minutes.
  await expect(drawer(page)).toContainText(/Retrying, 1 of 3 attempts. Next in (8|9|10)\smin/);
  const attempts = drawer(page).getByRole('region', { name: 'Attempts' });
  await expect(attempts).toContainText('503 Service Unavailable');
  await expect(attempts).toContainText('Next attempt in');
  await expect(attempts).toContainText('delays 10\u00a0min, 1\u00a0h');
  await drawer(page).getByRole('tab', { name: 'Response' }).click();
  await expect(drawer(page)).toContainText('answered 503');

  receiver.plan.status = 200;
  await page.keyboard.press('r');
  await expect(toast(page)).toContainText('Trying now: invoice.reminder');
  await expect(drawer(page)).toContainText('Delivered');
  await expect(attempts).toContainText('200 OK');
  await expect(page.getByRole('status').filter({ hasText: /^invoice\.reminder: Delivered/ })).toBeAttached();
  expect(receiver.heard.map(({ headers }) => headers['timer-attempt'])).toEqual(['1', '2']);
});

test('dead letters are redriven, some or all, after a count', async ({ page, alarms, receiver }) => {
  receiver.plan.status = 404;
  const names = ['report.one', 'report.two', 'report.three'];
  const dead = await Promise.all(
    names.map((name) => alarms.create({ name, url: receiver.url, delay_ms: 1, retry: [] })),
  );
  for (const { id } of dead) await alarms.expectStatus(id, 'dead');
  await openAlarms(page, '/alarms?state=dead');
  await expect(tab(page, 'Dead')).toHaveAccessibleName('Dead 3');
  await expect(row(page, 'report.one')).toContainText('404 Not Found');

  receiver.plan.status = 200;
  await page.getByRole('checkbox', { name: 'Select report.one' }).check();
  await page.getByRole('button', { name: 'Redrive 1' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('1 dead letter will be sent again now');
  await question.getByRole('button', { name: 'Redrive 1' }).click();
  await expect(toast(page)).toContainText('1 dead letter redriven.');
  await expect(row(page, 'report.one')).toHaveCount(0);

  await page.getByRole('button', { name: 'Redrive all' }).click();
  await expect(question).toContainText('2 dead letters will be sent again now');
  await question.getByRole('button', { name: 'Redrive 2' }).click();
  await expect(toast(page)).toContainText('2 dead letters redriven.');
  await expect(page.getByText('No dead alarms in the last 24\u00a0h.')).toBeVisible();
  await expect(tab(page, 'Delivered')).toHaveAccessibleName('Delivered 3');
});

test('updates of the list wait while an alarm is open, and its row stays in place', { tag: '@prove' }, async ({
  page,
  alarms,
  receiver,
}) => {
  // A row's position is read once the drawer is open, not while it opens.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const first = await alarms.create({ name: 'selected.one', url: receiver.url, delay_ms: 1 });
  await alarms.expectStatus(first.id, 'delivered');
  await openAlarms(page);
  await row(page, 'selected.one').click();
  await expect(drawer(page)).toContainText(/Delivered, .+ late/);
  await expect(drawer(page)).toContainText('200 OK');
  const before = await row(page, 'selected.one').boundingBox();

  for (const name of ['later.one', 'later.two']) {
    await alarms.expectStatus((await alarms.create({ name, url: receiver.url, delay_ms: 1 })).id, 'delivered');
  }
  await expect(page.getByRole('button', { name: '2 new' })).toBeVisible();
  await expect(tab(page, 'Delivered')).toHaveAccessibleName('Delivered 3');
  await expect(row(page, 'later.one')).toHaveCount(0);
  await expect.poll(() => row(page, 'selected.one').boundingBox()).toEqual(before);

  await page.getByRole('button', { name: '2 new' }).click();
  await expect(page.getByRole('row').nth(1)).toContainText('later.two');
  await expect(drawer(page)).toContainText('selected.one');
});

test('a person goes through the list and an alarm with the keyboard alone', async ({ page, alarms, receiver }) => {
  for (const [name, hours] of [
    ['first.due', 1],
    ['second.due', 2],
    ['third.due', 3],
  ] as const) {
    await alarms.create({ name, url: receiver.url, delay_ms: hours * HOUR_S * 1_000 });
  }
  await openAlarms(page);
  await expect(row(page, 'third.due')).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expect(page.getByRole('link', { name: 'second.due' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(drawer(page).getByRole('heading', { name: 'second.due' })).toBeFocused();
  await page.keyboard.press('j');
  await expect(drawer(page).getByRole('heading', { name: 'third.due' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'third.due' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'third.due' })).toHaveAttribute('aria-current', 'true');
  await page.keyboard.press('k');
  await expect(drawer(page).getByRole('heading', { name: 'second.due' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(page)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'second.due' })).toBeFocused();

  await page.keyboard.press('/');
  await page.keyboard.type('third');
  await expect(row(page, 'first.due')).toHaveCount(0);
  await expect(page).toHaveURL(/search=third/);
  await page.reload();
  await expect(row(page, 'third.due')).toBeVisible();
  await expect(row(page, 'first.due')).toHaveCount(0);
});

test('tabs of states follow fast keys, and Back returns to the previous tab', { tag: '@prove' }, async ({
  page,
  alarms,
  receiver,
}) => {
  const alarm = await alarms.create({ name: 'trial.ends', url: receiver.url, delay_ms: HOUR_S * 1_000 });
  await openAlarms(page);
  await tab(page, 'All').focus();
  for (const [key, name] of [
    ['ArrowRight', 'Scheduled'],
    ['ArrowRight', 'Firing'],
    ['ArrowLeft', 'Scheduled'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(tab(page, name)).toBeFocused();
  }
  await expect(tab(page, 'Scheduled')).toHaveAttribute('aria-selected', 'true');
  await expect(page).toHaveURL(/state=scheduled$/);
  await row(page, 'trial.ends').click();
  await expect(drawer(page)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/alarms/${alarm.id}\\?state=scheduled$`));
  await page.goBack();
  await expect(drawer(page)).toHaveCount(0);
  await expect(tab(page, 'Scheduled')).toHaveAttribute('aria-selected', 'true');
  await page.goForward();
  await expect(drawer(page)).toContainText('trial.ends');
});

test('rows, Back and Forward clicked fast end at the page of the URL', { tag: '@prove' }, async ({
  page,
  alarms,
  receiver,
}) => {
  const ids: string[] = [];
  for (const hours of [1, 2, 3]) {
    const body = { name: `due.${hours}`, url: receiver.url, delay_ms: hours * HOUR_S * 1_000 };
    ids.push((await alarms.create(body)).id);
  }
  await openAlarms(page);
  await expect(row(page, 'due.3')).toBeVisible();
  const press = (name: string) =>
    `[...document.querySelectorAll('tr')].find((row) => row.textContent.includes('${name}')).click()`;
  // Each before the router learns of the previous one: late updates must revert nothing.
  for (const [first, second] of [
    ['due.1', 'due.2'],
    ['due.2', 'due.3'],
    ['due.3', 'due.1'],
  ] as const) {
    await page.evaluate(press(first));
    await page.evaluate(() => history.back());
    await page.waitForURL('/alarms');
    await page.evaluate(press(second));
    await expect(drawer(page).getByRole('heading', { name: second })).toBeVisible();
    await page.evaluate(() => history.back());
    await page.waitForURL('/alarms');
    await page.evaluate(() => history.forward());
    await page.waitForURL(`/alarms/${ids[Number(second.at(-1)) - 1]}`);
    await expect(drawer(page).getByRole('heading', { name: second })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer(page)).toHaveCount(0);
    await expect(page).toHaveURL('/alarms');
  }
});

test('a delivered alarm is duplicated', { tag: '@prove' }, async ({ page, alarms, receiver }) => {
  const headers = { Authorization: 'Bearer t' };
  const alarm = await alarms.create({ name: 'again', url: receiver.url, delay_ms: 1, payload: { n: 1 }, headers });
  await alarms.expectStatus(alarm.id, 'delivered');
  await openAlarms(page, `/alarms/${alarm.id}`);
  await drawer(page).getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('button', { name: 'Create alarm' }).click();
  await expect(page).not.toHaveURL(new RegExp(alarm.id));
  const received = () =>
    receiver.heard.map(({ headers, body }) => [headers['timer-attempt'], headers.authorization, body]);
  const once = ['1', 'Bearer t', '{"n":1}'];
  await expect.poll(received).toEqual([once, once]);
  await expect(drawer(page)).toContainText('Delivered');
});

test('an alarm sends text unchanged, calls its callback URL, and is duplicated with both', { tag: '@prove' }, async ({
  page,
  alarms,
  receiver,
}) => {
  await openAlarms(page);
  await page.keyboard.press('c');
  await form(page).getByRole('textbox', { name: 'Delay' }).fill('2h');
  await form(page).getByLabel('URL', { exact: true }).fill(receiver.url);
  await form(page).getByLabel('Name', { exact: true }).fill('feed.refresh');
  await form(page).getByLabel('Body', { exact: true }).selectOption('Text');
  await form(page).getByLabel('Text', { exact: true }).fill('<feed>é</feed>');
  await form(page).getByText('More options').click();
  await form(page).getByLabel('Callback URL').fill('never');
  await form(page).getByRole('button', { name: 'Create alarm' }).click();
  await expect(form(page).getByLabel('Callback URL')).toBeFocused();
  await form(page).getByLabel('Callback URL').fill(receiver.url);
  await form(page).getByRole('button', { name: 'Create alarm' }).click();

  await expect(drawer(page)).toContainText('Scheduled');
  await expect(drawer(page)).toContainText('<feed>é</feed>');
  const id = new URL(page.url()).pathname.replace('/alarms/', '');
  await alarms.move(id, { delay_ms: 1 });
  await expect(drawer(page)).toContainText(/Delivered, /);
  await expect.poll(() => receiver.heard.length).toBe(2);
  const [sent, called] = receiver.heard;
  expect([sent?.body, sent?.headers['content-type']]).toEqual(['<feed>é</feed>', 'text/plain; charset=utf-8']);
  expect(JSON.parse(called?.body ?? '')).toMatchObject({ type: 'alarm.delivered', data: { alarm: { id } } });

  await drawer(page).getByRole('button', { name: 'Duplicate' }).click();
  const copy = page.getByRole('dialog', { name: 'Duplicate alarm' });
  await expect(copy.getByLabel('Text', { exact: true })).toHaveValue('<feed>é</feed>');
  await expect(copy.getByLabel('Callback URL')).toHaveValue(receiver.url);
});

test('a search that would read too much says how to narrow it', { tag: '@prove' }, async ({ page, alarms }) => {
  expect(alarms).toBeTruthy();
  await openAlarms(page);
  const problem = { status: 422, code: 'query_too_slow', detail: 'This would take longer than 5 s.' };
  await page.route(/\/api\/v1\/alarms\?.*name=/, (route) =>
    route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
  );
  await page.getByRole('searchbox').fill('invoice');
  const error = page.getByRole('alert', { name: 'No alarms to show' });
  await expect(error).toContainText('That’s too much data to load at once.');
  await expect(error).toContainText('Choose a shorter time range, or narrow your search.');
});

test('a search through part of the alarms says so, and continues', { tag: '@prove' }, async ({ page, alarms }) => {
  const found = await alarms.create({ name: 'invoice.paid', url: 'https://acme.test/', delay_ms: HOUR_S * 1_000 });
  await openAlarms(page);
  // As with tens of thousands of alarms: pages may be empty and continue all the same.
  await page.route(/\/api\/v1\/alarms(?:\/counts)?\?.*name=/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const response = await route.fetch();
    const body = await response.json();
    if (body.counts) return route.fulfill({ json: { ...body, more: true } });
    if (query.get('order') === 'asc') return route.fulfill({ json: { ...body, alarms: [], next_cursor: 'ahead' } });
    return route.fulfill({ json: { ...body, alarms: [], next_cursor: query.has('cursor') ? null : 'earlier' } });
  });
  await page.getByRole('searchbox').fill('invoice');
  await expect(page.getByText('Nothing matches “invoice” among the first alarms searched.')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Scheduled 1+' })).toBeVisible();
  await page.getByRole('button', { name: 'Search further' }).click();
  await expect(page.getByText('Nothing matches “invoice” here.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('button', { name: 'Search all scheduled alarms' }).click();
  await expect(row(page, found.name ?? '')).toBeVisible();
});

test('the empty list shows an API call to copy', { tag: '@prove' }, async ({ page, alarms, baseURL }) => {
  expect(alarms).toBeTruthy();
  await openAlarms(page);
  await expect(page.getByText('No alarms in the last 24\u00a0h, and none upcoming.')).toBeVisible();
  await expect(page.getByText(`curl -X POST '${new URL(baseURL ?? '').origin}/api/v1/alarms'`)).toBeVisible();
});

test.describe('the list of alarms fits a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the list leads to an alarm, and back', { tag: '@prove' }, async ({ page, alarms, receiver }) => {
    await alarms.create({ name: 'trial.ends', url: receiver.url, delay_ms: HOUR_S * 1_000 });
    await openAlarms(page);
    const ofOne = /\/api\/v1\/alarms\/[0-9a-f-]{36}/;
    await page.route(ofOne, (route) => route.abort());
    await row(page, 'trial.ends').click();
    await expect(drawer(page).getByRole('heading', { name: 'trial.ends' })).toBeFocused();
    await expect(row(page, 'trial.ends')).toBeHidden();
    const problem = drawer(page).getByRole('alert');
    await expect(problem, 'what the list knows stays').toContainText('Can’t reach the server');
    await expect(drawer(page)).toContainText('until it fires');
    await expect(problem.getByRole('button', { name: 'Try now' })).toBeVisible();
    // It also retries by itself, so the button may be gone before it is clicked.
    await page.unroute(ofOne);
    await expect(drawer(page).getByRole('tab', { name: 'Request' })).toBeVisible();
    await expect(problem).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to the list' }).click();
    await expect(row(page, 'trial.ends')).toBeVisible();
    await expect(page.getByRole('link', { name: 'trial.ends' })).toBeFocused();
  });
});
