import type { BrowserContext, Page } from '@playwright/test';
import { checkScreen } from '#/e2e/look.ts';
import { callApi, expect, hero, newPerson, openBrowserAs, test, toast, zoneAt } from '#/e2e/support.ts';

const HOUR_MS = 3_600_000;
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or run' });
const strip = (page: Page) => page.getByRole('region', { name: 'Running timer' });

/** Opens a page and waits until it has hydrated. */
async function openPage(page: Page, path: string): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
}

/** By keys alone, until it accepts typing. */
async function openPalette(page: Page) {
  await expect(async () => {
    if (!(await palette(page).isVisible())) await page.keyboard.press('Control+k');
    await expect(palette(page).getByRole('combobox')).toBeFocused({ timeout: 2_000 });
  }).toPass();
  return palette(page);
}

test('minutes are added to a ticket by keys alone, at a free time that is shown, and undone', {
  tag: '@prove',
}, async ({ page, context, person }) => {
  expect(person.name).toBe('Maya Lindqvist');
  // Otherwise the added time may have no room in a day that has just begun.
  await callApi(context, 'patch', '/me', { time_zone: zoneAt(15) });
  await callApi(context, 'post', '/tickets', { key: 'API-412', title: 'Rate limiter' });
  await openPage(page, '/settings');
  const dialog = await openPalette(page);
  await page.keyboard.type('minutes');
  await expect(dialog.getByRole('option', { name: 'Add minutes to a ticket' })).toHaveAttribute(
    'data-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('combobox')).toHaveValue('add 30 min to ');
  await page.keyboard.type('api-412');
  const line = dialog.getByRole('option', { name: /^Add 30 min to API-412 Rate limiter \d\d:\d\d – \d\d:\d\d/ });
  await expect(line).toHaveAttribute('data-selected', 'true');
  await expect(line).toHaveAttribute('aria-disabled', 'false');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(toast(page)).toContainText('Added 30 min to API-412.');
  const entries = async () => (await callApi(context, 'get', '/timers?status=stopped')).timers;
  await expect.poll(async () => (await entries()).length).toBe(1);
  const [entry] = await entries();
  expect(entry).toMatchObject({ ticket: { key: 'API-412' }, elapsed_ms: HOUR_MS / 2, status: 'stopped' });
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await entries()).length).toBe(0);
});

test('minutes go to no other ticket while the named one is searched', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  const found = Promise.withResolvers<void>();
  await page.route('**/api/v1/tickets?*api-412*', async (route) => {
    await found.promise;
    await route.continue();
  });
  await callApi(context, 'patch', '/me', { time_zone: zoneAt(15) });
  for (const key of ['API-412', 'WEB-1']) await callApi(context, 'post', '/tickets', { key });
  await openPage(page, '/settings');
  const dialog = await openPalette(page);
  const lines = dialog.getByRole('option', { name: /^Add 30 min to/ });
  await page.keyboard.type('add 30 min to ');
  await expect(lines).toHaveCount(2);
  await page.keyboard.type('api-412');
  await expect(lines.filter({ hasText: 'WEB-1' })).toHaveCount(0);
  found.resolve();
  await expect(lines).toHaveCount(1);
  await expect(lines).toContainText('API-412');
});

test('the running timer’s ticket is offered first for minutes, and invalid input adds nothing', {
  tag: '@prove',
}, async ({ page, device }) => {
  await device.start({ ticket_key: 'OPS-81', create_ticket: true, title: 'Leases' });
  await openPage(page, '/tickets');
  const dialog = await openPalette(page);
  await page.keyboard.type('add 1h30');
  await expect(dialog.getByRole('combobox')).toHaveValue('add 1h30');
  await expect(dialog.getByRole('option').first()).toContainText(/Add 1\sh\s30\smin to OPS-81 Leases/);
  await dialog.getByRole('combobox').fill('add 90 parsecs to OPS-81');
  await expect(dialog.getByRole('option', { name: /^Add/ })).toHaveCount(0);
});

test('a ticket and an alarm are created from any page; Ctrl and Enter opens a ticket instead of starting it', async ({
  page,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  await openPage(page, '/settings');
  await openPalette(page);
  await page.keyboard.type('new ticket');
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: 'New ticket' });
  await expect(form.getByLabel('Key')).toBeFocused();
  await page.keyboard.type('WEB-208');
  await form.getByLabel('Title').fill('Calendar');
  await page.keyboard.press('Enter');
  await expect(form).toBeHidden();
  await expect(toast(page)).toContainText('WEB-208 created.');

  await openPalette(page);
  await page.keyboard.type('web-208');
  await expect(palette(page).getByRole('option', { name: /^Start WEB-208 Calendar/ })).toHaveAttribute(
    'data-selected',
    'true',
  );
  await page.keyboard.press('Control+Enter');
  await expect(page).toHaveURL(/\/tickets\/WEB-208$/);
  await expect(strip(page)).toHaveCount(0);

  await openPalette(page);
  await page.keyboard.type('new alarm');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'New alarm' }).getByRole('button', { name: 'Cancel' })).toBeVisible();
});

test('the timer is paused, stopped and switched by key from a page that is not Today', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await device.start({ ticket_key: 'OPS-81', create_ticket: true, title: 'Leases' });
  await openPage(page, '/tickets');
  await expect(strip(page)).toContainText('OPS-81');
  await page.keyboard.press('w');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('WEB-211 Export');
  await page.keyboard.press('Enter');
  await expect(hero(page)).toContainText('WEB-211');
  await page.goto('/alarms');
  await expect(strip(page)).toContainText('WEB-211');
  await strip(page).getByRole('button', { name: 'Switch' }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/tickets')]);
  await expect(strip(page)).toContainText('WEB-211');
  await page.keyboard.press('s');
  await expect(toast(page)).toContainText('Stopped at');
  await expect(strip(page)).toHaveCount(0);
  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByRole('combobox')).toBeFocused();
});

test('tickets and projects that others create and change appear without a reload', { tag: '@prove' }, async ({
  page,
  context,
  browser,
  baseURL,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  const { url } = await callApi(context, 'post', '/invitations', {});
  const leo = await openBrowserAs(browser, await newPerson({ name: 'Leo' }, url), { baseURL: baseURL ?? '' });
  await openPage(page, '/tickets');
  await expect(page.getByText('No tickets yet.')).toBeVisible();
  await expect(page.getByText('In sync with the server').first()).toBeAttached();
  const { ticket } = await callApi(leo.context, 'post', '/tickets', { key: 'API-1', title: 'Frist' });
  await expect(page.getByRole('row').filter({ hasText: 'API-1' })).toContainText('Frist');
  await callApi(leo.context, 'patch', `/tickets/${ticket.id}`, { title: 'First' });
  await expect(page.getByRole('row').filter({ hasText: 'API-1' })).toContainText('First');
  await page.getByRole('link', { name: 'Projects' }).click();
  await expect(page.getByText('No projects yet.')).toBeVisible();
  await callApi(leo.context, 'post', '/projects', { name: 'Site' });
  await expect(page.getByRole('row').filter({ hasText: 'Site' })).toBeVisible();
});

test('“switch to” and “start” may be typed before a ticket, and no word is lost without one', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  for (const [key, title] of [
    ['WEB-211', 'Report export'],
    ['API-412', 'Rate limiter'],
  ]) {
    await callApi(context, 'post', '/tickets', { key, title });
  }
  await device.start({ ticket_key: 'API-412' });
  await openPage(page, '/settings');
  const dialog = await openPalette(page);
  const chosen = dialog.getByRole('option', { selected: true });
  await page.keyboard.type('switch');
  await expect(chosen).toContainText('Start WEB-211 Report export');
  await expect(dialog.getByRole('option', { name: /^Start API-412/ })).toHaveCount(0);
  await page.keyboard.type(' to export');
  await expect(chosen).toContainText('Start WEB-211 Report export');
  await expect(dialog.getByRole('option', { name: 'Start “switch to export” without a ticket' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(strip(page)).toContainText('WEB-211');
  await expect.poll(async () => (await device.current()).timer?.ticket?.key).toBe('WEB-211');
  await openPalette(page);
  await page.keyboard.type('start api-412');
  await expect(chosen).toContainText('Start API-412 Rate limiter');
});

/** An alarm whose time has passed; its misfire policy makes it a dead letter. */
function deadAlarm(context: BrowserContext): Promise<unknown> {
  const gone = new Date(Date.now() - HOUR_MS).toISOString();
  const body = { fire_at: gone, misfire: 'dead_letter', output_mode: 'event', name: 'report.nightly' };
  return callApi(context, 'post', '/alarms', body);
}

test('dead alarms are counted next to the link to them, on every page and as they die', { tag: '@prove' }, async ({
  page,
  context,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  await page.clock.install();
  await openPage(page, '/settings');
  const alarms = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Alarms/ });
  await expect(page.getByText('In sync with the server').first()).toBeAttached();
  // They are counted again at most every ten seconds.
  const untilCounted = (check: (limit: { timeout: number }) => Promise<void>) =>
    expect(async () => {
      await page.clock.fastForward('00:10');
      await check({ timeout: 1_000 });
    }).toPass();
  await expect(alarms).not.toContainText('dead');
  await deadAlarm(context);
  await expect(alarms).toContainText('1 dead');
  await deadAlarm(context);
  await untilCounted((limit) => expect(alarms).toContainText('2 dead', limit));
  await callApi(context, 'post', '/dead-letters/redrive', {});
  await untilCounted((limit) => expect(alarms).not.toContainText('dead', limit));
});

test(
  'the palette, the strip and a dead alarm are shown',
  { tag: '@prove' },
  async ({ page, context, device }, info) => {
    test.slow();
    await callApi(context, 'patch', '/me', { time_zone: zoneAt(15) });
    await device.start({
      ticket_key: 'API-412',
      create_ticket: true,
      title: 'Rate limiter returns 429 too early for whoever asks from more than one address',
    });
    await deadAlarm(context);
    await openPage(page, '/timesheet');
    await expect(strip(page)).toContainText('API-412');
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(page.getByTitle('1 dead').filter({ visible: true })).toHaveCount(1);
    }
    await checkScreen(page, info, 'strip');
    await openPalette(page);
    await page.keyboard.type('add 30 min');
    await expect(palette(page).getByRole('option').first()).toContainText('API-412');
    await checkScreen(page, info, 'palette', { part: 'dialog[open]' });
  },
);
