import type { Page } from '@playwright/test';
import { sidewaysPx } from '#/e2e/look.ts';
import {
  callApi,
  composer,
  expect,
  expectNoBarriers,
  hero,
  invitationOf,
  newPerson,
  openBrowserAs,
  openDialog,
  openMenu,
  openToday,
  startEarlier,
  test,
  toast,
  zoneAt,
} from '#/e2e/support.ts';

const HOUR_MS = 3_600_000;

test('a twelve-hour clock, once chosen, is used on every screen', { tag: '@prove' }, async ({
  page,
  device,
  context,
}) => {
  // In a zone where an hour ago is not yesterday.
  await callApi(context, 'patch', '/me', { time_zone: zoneAt(15) });
  await startEarlier(await device.start({ title: 'Early' }), HOUR_MS);
  await page.goto('/settings');
  await page.getByLabel('Clock').selectOption({ label: '12-hour (2:32 pm)' });
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(page.getByLabel('Day starts at').locator('option:checked')).toHaveText('12:00 am');
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(hero(page)).toContainText(/Started.*\b\d{1,2}:\d\d\s[ap]m/);
  await expect(page.getByText(/^\d{1,2}:\d\d:\d\d\s[ap]m \S/)).toBeVisible();
  await expect(page.getByRole('group', { name: 'Timeline of the day' })).toContainText(/\b\d{1,2}\s[ap]m/);
  await page.reload();
  await expect(hero(page)).toContainText(/Started.*\b\d{1,2}:\d\d\s[ap]m/);
});

test('a browser whose language uses a twelve-hour clock shows one until something is chosen', {
  tag: '@prove',
}, async ({ browser, person }) => {
  const { page } = await openBrowserAs(browser, person, { locale: 'en-US' });
  await page.goto('/settings');
  await expect(page.getByText(/^\d{1,2}:\d\d:\d\d\s[ap]m CES?T/)).toBeVisible();
  await page.getByLabel('Clock').selectOption({ label: '24-hour (14:32)' });
  await expect(page.getByText(/^\d\d:\d\d:\d\d CES?T/)).toBeVisible();
});

test('weeks begin on the chosen day, in the bars and in requests to the API', { tag: '@prove' }, async ({
  page,
  device,
}) => {
  await device.start({ title: 'Something' });
  await page.goto('/settings');
  await page.getByLabel('First day of the week').selectOption('Sunday');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const [asked] = await Promise.all([page.waitForRequest(/\/timers\?from=/), openToday(page)]);
  // The requested week ends on Saturday.
  const to = new URL(asked.url()).searchParams.get('to') ?? '';
  expect(new Date(to).getUTCDay()).toBe(6);
  await expect(page.getByRole('heading', { name: 'This week' })).toBeVisible();
});

test('before the hour at which days start it is still the previous day', { tag: '@prove' }, async ({ browser }) => {
  const { page, context } = await openBrowserAs(browser, await newPerson({ timeZone: zoneAt(12) }));
  await page.goto('/');
  const today = await page.getByRole('heading', { level: 1 }).textContent();
  await callApi(context, 'post', '/timers/start', { title: 'At noon' });
  await page.goto('/settings');
  await page.getByLabel('Day starts at').selectOption('23:00');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await openToday(page);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(today ?? '');
  await expect(page.getByRole('region', { name: 'The day' })).toContainText('1 timer since');
  await expect(page.getByRole('treegrid')).toContainText('At noon');
});

test('a theme chosen on one device is used on the next, in its first frame', async ({ page, browser, person }) => {
  await page.goto('/');
  await openMenu(page, /account menu/);
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();

  const { page: other, context } = await openBrowserAs(browser, person);
  await other.emulateMedia({ colorScheme: 'light' });
  await expect(async () => {
    expect(await (await context.request.get('/')).text()).toContain('data-theme="dark"');
  }).toPass();
  await Promise.all([other.waitForRequest('**/api/v1/stream'), other.goto('/settings')]);
  await expect(other.getByLabel('Dark')).toBeChecked();
  await other.getByLabel('System').check();
  await expect(other.getByText('Saved', { exact: true })).toBeVisible();
  await expect(other.locator('html')).not.toHaveAttribute('data-theme');
  await expect.poll(() => other.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await other.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => other.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
});

test('single keys are switched off for the account; a device’s old setting is moved to it', { tag: '@prove' }, async ({
  page,
  context,
  device,
}) => {
  await page.addInitScript(() => {
    // As the previous version left it.
    if (!sessionStorage.getItem('was_here')) localStorage.setItem('single_keys', 'off');
    sessionStorage.setItem('was_here', 'yes');
  });
  await device.start({ title: 'Goes on' });
  await openToday(page);
  await expect.poll(async () => (await callApi(context, 'get', '/me')).user.single_keys).toBe(false);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('single_keys'))).toBeNull();
  await page.reload();
  await page.keyboard.press('p');
  await page.goto('/settings');
  const keys = page.getByRole('switch', { name: 'Single-key shortcuts' });
  await expect(keys).not.toBeChecked();
  expect((await device.current()).timer?.title).toBe('Goes on');
  await keys.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Today' }).click();
  await expect(hero(page)).toContainText('Running');
  await page.keyboard.press('p');
  await expect(hero(page)).toContainText('Paused since');
});

test('a change in one tab applies in the other at once', { tag: '@prove' }, async ({ page, context, person }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  const other = await context.newPage();
  await openToday(other);
  await page.bringToFront();
  await page.goto('/settings');
  await page.getByLabel('Clock').selectOption({ label: '12-hour (2:32 pm)' });
  await expect(other.getByText(/^\d{1,2}:\d\d:\d\d\s[ap]m CES?T/)).toBeVisible();
});

test('a start that this page could not predict ends the other timer without a question if the last one wins', {
  tag: '@prove',
}, async ({ page, context, device }) => {
  await page.goto('/settings');
  await page.getByLabel('The last one wins').check();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect((await callApi(context, 'get', '/me')).user.conflict_policy).toBe('last_resume_wins');

  const loser = await context.newPage();
  await loser.route(/\/api\/v1\/(stream|timers(\?|\/current))/, (route) => route.abort());
  await openToday(loser);
  await device.start({ title: 'The winner' });
  await composer(loser).fill('The wish');
  await loser.keyboard.press('Enter');
  await expect(toast(loser)).toContainText(/The winner stopped at .+, The wish started/);
  await expect(hero(loser)).toContainText('The wish');
});

test('a device in another zone asks once which one counts', { tag: '@prove' }, async ({ page, context, person }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  await page.goto('/');
  const bar = page.getByText('This device is in Auckland, your account in Stockholm. Days follow Stockholm.');
  await expect(bar).toBeVisible();
  await page.getByRole('button', { name: 'Keep Stockholm' }).click();
  await expect(bar).toBeHidden();
  await page.reload();
  await expect(page.getByText('In sync with the server', { exact: true })).toBeVisible();
  await expect(bar).toBeHidden();

  await callApi(context, 'patch', '/me', { time_zone: 'Europe/Berlin' });
  await page.reload();
  await page.getByRole('button', { name: 'Use Auckland' }).click();
  await expect(page.getByText(/^This device is in/)).toBeHidden();
  await expect.poll(async () => (await callApi(context, 'get', '/me')).user.time_zone).toBe('Pacific/Auckland');
});

test('a time zone is found by typing its city or former name, and input without a match is reported at once', {
  tag: '@prove',
}, async ({ page, context, person }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings#time')]);
  const zone = page.getByLabel('Time zone');
  const options = page.getByRole('listbox', { name: 'Matches' }).getByRole('option');
  await expect(zone).toHaveValue('Europe/Stockholm');
  await zone.fill('atlantis');
  await expect(page.getByText('No time zone matches. Type a large city nearby.')).toBeVisible();
  await expect(options).toHaveCount(0);
  await zone.fill('kiev');
  await expect(options).toHaveText(['Europe/Kyivformerly Europe/Kiev']);
  await expectNoBarriers(page, 'a time zone that is typed');
  await zone.press('Enter');
  await expect(zone).toHaveValue('Europe/Kyiv');
  await expect.poll(async () => (await callApi(context, 'get', '/me')).user.time_zone).toBe('Europe/Kyiv');
  await zone.fill('new y');
  await options.first().click();
  await expect(zone).toHaveValue('America/New York');
  await expect.poll(async () => (await callApi(context, 'get', '/me')).user.time_zone).toBe('America/New_York');
  await zone.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'America/New York', selected: true })).toBeInViewport();
  await zone.press('Escape');
  await expect(options).toHaveCount(0);
});

test('zones with long names fit at 400 %', { tag: '@prove' }, async ({ page, context, person }) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  await callApi(context, 'patch', '/me', { time_zone: 'Antarctica/DumontDUrville' });
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Use Auckland' })).toBeVisible();
  expect(await sidewaysPx(page)).toBe(0);
});

test('the settings of a workspace are typed as people write them, and unreadable input changes nothing', async ({
  page,
  device,
}) => {
  await device.start({ title: 'Long' });
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings')]);
  const cap = page.getByLabel('Cap', { exact: true });
  await expect(cap).toHaveValue(/^24\sh$/);
  await cap.fill('90m');
  await cap.press('Tab');
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expect(cap).toHaveValue(/^1\sh 30\smin$/);
  await cap.fill('for ever');
  const unread = page.getByText('Enter a duration, such as 24 h, 6h, or 90m.');
  await expect(unread).toBeVisible();
  await cap.fill('400 days');
  await expect(page.getByText('Enter a duration from one minute to 366 days.')).toBeVisible();
  await expect(cap).toBeFocused();
  await cap.fill('for ever');
  await cap.press('Tab');
  await expect(unread).toBeVisible();
  const retention = page.getByLabel('Keep finished alarms');
  await retention.fill('14');
  await retention.press('Enter');
  const origins = page.getByLabel('Allowed origins');
  await origins.fill('https://app.example.com/path');
  await expect(page.getByText('Enter an origin without a path, like https://app.example.com.')).toBeVisible();
  await origins.fill('https://APP.example.com');
  await origins.blur();
  await expect(page.getByText('Enter an origin without a path, like https://app.example.com.')).toBeHidden();
  // Shown for the last change, and changes are saved one after the other: a reloaded page shows all of them.
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(cap).toHaveValue(/^1\sh 30\smin$/);
  await expect(retention).toHaveValue('14 days');
  await expect(origins).toHaveValue('https://app.example.com');
});

test('during maintenance all timers are paused, and no one can start one', { tag: '@prove' }, async ({
  page,
  context,
  browser,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  const { page: members, context: theirs } = await openBrowserAs(
    browser,
    await newPerson({ name: 'Jonas Berg' }, await invitationOf(context)),
  );
  await callApi(theirs, 'post', '/timers/start', { title: 'In the middle' });
  // The page's first request gets its response before the change, but it arrives after it.
  const isPaused = Promise.withResolvers<void>();
  let isAnswered = false;
  await Promise.all([
    members.waitForRequest('**/api/v1/me'),
    members.route(
      '**/api/v1/me',
      async (route) => {
        const response = await route.fetch();
        await isPaused.promise;
        isAnswered = true;
        await route.fulfill({ response });
      },
      { times: 1 },
    ),
    openToday(members),
  ]);
  await expect(hero(members)).toContainText('Running');

  await page.goto('/settings');
  const question = await openDialog(page, /Pause timers for maintenance/, 'alertdialog');
  await expect(question).toContainText('Every running timer is paused, for everyone');
  await expect(question.getByRole('button', { name: 'Keep them running' })).toBeFocused();
  await question.getByRole('button', { name: 'Pause timers' }).click();
  await expect(page.getByText(/paused for maintenance since \d\d:\d\d\. Allowing/)).toBeVisible();
  await expect(hero(members)).toContainText('Paused since');
  expect(isAnswered).toBe(false);
  isPaused.resolve();

  await expect(members.getByText(/Timers have been paused for maintenance since \d\d:\d\d/)).toBeVisible();
  await expect(hero(members)).toContainText('Paused since');
  await expect(members.getByRole('button', { name: 'Resume' })).toBeDisabled();
  await expect(members.getByRole('button', { name: 'Stop' })).toBeEnabled();
  await members.keyboard.press('p');
  await expect(hero(members)).toContainText('Paused since');

  await page.getByRole('button', { name: 'Allow timers again' }).click();
  await expect(page.getByText(/have been paused for maintenance/)).toHaveCount(0);
  await members.reload();
  await members.getByRole('button', { name: 'Resume' }).click();
  await expect(hero(members)).toContainText('Running');
});

/** The heading of a section is visible, below the top bar. */
async function expectClearOfBar(page: Page, name: string): Promise<void> {
  const heading = page.getByRole('heading', { name, exact: true, level: 2 }).and(page.locator('[id$="-title"]'));
  await expect(heading).toBeInViewport();
  await expect(async () => {
    const [bar, words] = await Promise.all([page.locator('header').first().boundingBox(), heading.boundingBox()]);
    expect(words?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
  }).toPass();
}

test('the secret of alarms is shown on request and rotated with an overlap, by admins', { tag: '@prove' }, async ({
  page,
  context,
  browser,
  person,
}) => {
  expect(person.name).toBe('Maya Lindqvist');
  const current = async (): Promise<string> =>
    (await callApi(context, 'get', '/webhook-secrets/current')).webhook_secret.secret;
  const secret = await current();
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings#alarm-secret')]);
  const section = page.getByRole('region', { name: 'Alarm secret' });
  await expect(section).not.toContainText(secret);
  await section.getByRole('button', { name: 'Show secret' }).click();
  await expect(section).toContainText(secret);
  const question = await openDialog(page, 'Rotate secret…', 'alertdialog');
  await question.getByLabel('The old secret expires').selectOption({ label: 'in an hour' });
  await question.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(section).toContainText(`${secret.slice(0, 12)}… also signs until`);
  await expect(section).not.toContainText(secret);
  await expect(section).toContainText(await current());
  const member = await openBrowserAs(browser, await newPerson({}, await invitationOf(context)));
  await member.page.goto('/settings#alarm-secret');
  await expect(member.page.getByRole('region', { name: 'Alarm secret' })).toContainText('Only admins can see');
});

test('the list of sections marks the current one', { tag: '@prove' }, async ({ page, person }) => {
  expect(person.name).toBe('Maya Lindqvist');
  await page.goto('/settings');
  const section = (name: string) =>
    page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true });
  await expect(section('Profile')).toHaveAttribute('aria-current', 'location');
  for (const name of ['API keys', 'Leave', 'Sign-ins', 'Keyboard']) {
    await section(name).click();
    await expect(section(name)).toHaveAttribute('aria-current', 'location');
    await expectClearOfBar(page, name);
    await expect(section(name)).toBeInViewport();
  }
  await page.reload();
  await expect(section('Keyboard')).toHaveAttribute('aria-current', 'location');
  await expectClearOfBar(page, 'Keyboard');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(section('Profile')).toHaveAttribute('aria-current', 'location');
});

test('on a phone nothing scrolls sideways, also while webhooks are loading, and tall forms keep their buttons', {
  tag: '@prove',
}, async ({ page, person }) => {
  expect(person.name).toBe('Maya Lindqvist');
  const release = Promise.withResolvers<void>();
  await page.route('**/api/v1/endpoints*', async (route) => {
    await release.promise;
    await route.continue();
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings');
  await expect(page.getByText('Loading webhooks')).toBeAttached();
  expect(await sidewaysPx(page)).toBe(0);
  release.resolve();
  for (const [open, send] of [
    ['New key', 'Create key'],
    ['New webhook', 'Create webhook'],
  ] as const) {
    const dialog = await openDialog(page, open);
    const box = await dialog.boundingBox();
    const button = await dialog.getByRole('button', { name: send }).boundingBox();
    const below = box && button && box.y + box.height - button.y - button.height;
    expect(below).toBeGreaterThan(0);
    expect(below).toBeLessThan(24);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});
