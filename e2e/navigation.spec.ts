import type { Page } from '@playwright/test';
import { fetchedAhead, isWholePage, link, OTHERS, PATHS, SIDEBAR } from '#/e2e/fetched-ahead.ts';
import { callApi, composer, expect, newPerson, openBrowserAs, openToday, pressChord, test } from '#/e2e/support.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const isHere = (page: Page, name: string) => expect(link(page, name)).toHaveAttribute('aria-current', 'page');

/** From now on the server does not respond to requests for pages and their data. Returns the requests. */
async function silenceServer(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const holdPhase = (url: URL) => url.searchParams.has('_rsc') || /\/api\/v1\/(?!stream|time$)/.test(url.pathname);
  await page.route(holdPhase, (route) => void asked.push(route.request().url()));
  return asked;
}

/** Opens Today and waits for the delay after which it prefetches the other pages. */
async function openAtRest(page: Page): Promise<void> {
  await page.clock.install();
  await openToday(page);
  await Promise.all([fetchedAhead(page, OTHERS), page.clock.fastForward('00:11')]);
}

test('no request is between a click and its page', { tag: '@prove' }, async ({ page, person, device, context }) => {
  expect(person.name).toBeTruthy();
  await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await callApi(context, 'post', '/alarms', { delay: '1h', url: 'https://example.com/hook', name: 'Nightly build' });
  await openAtRest(page);
  const asked = await silenceServer(page);
  const shown: Record<string, string> = {
    Calendar: 'Mon',
    Tickets: 'Rate limiter',
    Timesheet: 'API-412',
    Alarms: 'Nightly build',
    Members: 'Maya Lindqvist',
    Today: 'Rate limiter',
  };
  for (const name of [...SIDEBAR, ...OTHERS]) {
    await link(page, name).click();
    await isHere(page, name);
    await expect(page.locator('#main')).toContainText(shown[name] ?? '');
    await expect(page.getByText(/^Loading/)).toHaveCount(0);
  }
  for (const name of OTHERS.toReversed().slice(1)) {
    await page.goBack();
    await isHere(page, name);
  }
  // The page's data is requested again once it is shown.
  expect(asked.filter((url) => url.includes('/api/v1/alarms'))).not.toEqual([]);
});

test('settings are fetched when someone points at them', async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await Promise.all([fetchedAhead(page, ['Settings']), link(page, 'Settings').hover()]);
  const asked = await silenceServer(page);
  await link(page, 'Settings').click();
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  expect(asked.filter((url) => url.includes('/settings'))).toEqual([]);
});

test('a neighboring page is fetched when a person points at its link, and is then shown without a request', {
  tag: '@prove',
}, async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  const siblings = page.getByRole('navigation', { name: /^(Alarms, schedules, and receivers|Tickets and projects)$/ });
  for (const [from, ...names] of [
    ['/alarms', 'Schedules', 'Receivers'],
    ['/tickets', 'Projects'],
  ] as const) {
    for (const name of names) {
      await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(from)]);
      const sibling = siblings.getByRole('link', { name, exact: true });
      await Promise.all([fetchedAhead(page, [name]), sibling.hover()]);
      const asked = await silenceServer(page);
      await sibling.click();
      await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
      await expect(page).toHaveURL(PATHS[name] ?? '');
      expect(asked.filter((url) => url.includes('_rsc') && new URL(url).pathname === PATHS[name])).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    }
  }
});

test('rows of lists and tabs fetch no page before a person clicks their link', { tag: '@prove' }, async ({
  page,
  person,
  context,
}) => {
  expect(person.name).toBeTruthy();
  for (const key of ['API-1', 'API-2']) await callApi(context, 'post', '/tickets', { key, project: 'Public API' });
  const asked: string[] = [];
  const isOfRowOrTab = ({ pathname, searchParams }: URL) =>
    /^\/(tickets|reports)\/./.test(pathname) || searchParams.has('project');
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.searchParams.has('_rsc') && isOfRowOrTab(url)) asked.push(request.url());
  });
  for (const [path, name] of [
    ['/tickets', 'API-2'],
    ['/projects', 'Public API'],
    ['/reports', 'Pomodoro'],
  ] as const) {
    await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
    await expect(page.locator('#main').getByText(name).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(asked).toEqual([]);
});

test('a prefetched page shows what has happened since', { tag: '@prove' }, async ({ page, person, context }) => {
  expect(person.name).toBeTruthy();
  await openAtRest(page);
  await callApi(context, 'post', '/alarms', { delay: '1h', url: 'https://example.com/hook', name: 'Nightly build' });
  await link(page, 'Alarms').click();
  await expect(page.getByRole('link', { name: 'Nightly build' })).toBeVisible();
});

test('settings that were prefetched a while ago are loaded again', { tag: '@prove' }, async ({
  page,
  person,
  browser,
  baseURL,
}) => {
  // Fetched a minute earlier.
  await page.route(/\/settings\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"madeAt":(\d+)/, (_, at) => `"madeAt":${Number(at) - MINUTE_MS}`);
    await route.fulfill({ response, body });
  });
  await openToday(page);
  await Promise.all([fetchedAhead(page, ['Settings']), link(page, 'Settings').hover()]);
  await openBrowserAs(browser, person, { baseURL });
  await link(page, 'Settings').click();
  await expect(page.getByRole('button', { name: /^Sign out .+, / })).toBeVisible();
});

test('with data saving on, only pages that a person points at are fetched, or all when G is pressed', {
  tag: '@prove',
}, async ({ browser, baseURL }) => {
  const { page } = await openBrowserAs(browser, await newPerson(), { baseURL, viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.clock.install();
  await openToday(page);
  const whole: string[] = [];
  page.on('request', (request) => isWholePage(request) && whole.push(new URL(request.url()).pathname));
  await page.clock.fastForward('00:30');
  await Promise.all([fetchedAhead(page, ['Calendar']), link(page, 'Calendar').hover()]);
  expect(whole).toEqual(['/calendar']);
  const rest = [...OTHERS, 'Settings'].filter((name) => name !== 'Calendar');
  // Keys are letters while the field has the focus.
  await composer(page).blur();
  await Promise.all([fetchedAhead(page, rest), page.keyboard.press('g')]);
  await silenceServer(page);
  // The second of two keys must follow soon; how long the pages took is unknown.
  await page.keyboard.press('Escape');
  await pressChord(page, 'g', 't');
  await isHere(page, 'Tickets');
});
