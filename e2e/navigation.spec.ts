import type { Page, Request } from '@playwright/test';
import { callApi, composer, expect, newcomer, newPerson, openToday, test } from '#/e2e/support.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

const WALKS = 6;
/** Today, where the walks begin, comes with the load. */
const OTHERS = ['Calendar', 'Tickets', 'Timesheet', 'Alarms', 'Members'];
const SIDEBAR = [...OTHERS, 'Today'];
const PATHS: Record<string, string> = {
  Calendar: '/calendar',
  Tickets: '/tickets',
  Timesheet: '/timesheet',
  Alarms: '/alarms',
  Members: '/team/members',
  Settings: '/settings',
};

test.use({ viewport: { width: 1440, height: 900 } });

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
const isHere = (page: Page, name: string) => expect(link(page, name)).toHaveAttribute('aria-current', 'page');

/** The router's own question for a page with all that is on it; its first looks ahead are marked as such. */
function isWholePage(request: Request): boolean {
  const headers = request.headers();
  return headers.rsc === '1' && !('next-router-prefetch' in headers);
}

/** Resolves when these pages have been fetched, data and all. Call it before what makes the browser do so. */
async function fetchedAhead(page: Page, names: string[]): Promise<void> {
  await Promise.all(
    names.map((name) => {
      const isMeant = (request: Request) => isWholePage(request) && new URL(request.url()).pathname === PATHS[name];
      // The router hangs up as soon as it has read what it needs, which browsers call a failure.
      return Promise.race([page.waitForEvent('requestfinished', isMeant), page.waitForEvent('requestfailed', isMeant)]);
    }),
  );
}

/** From now on the server answers nothing about pages and what is on them. Returns what was asked for. */
async function silenceServer(page: Page): Promise<string[]> {
  const asked: string[] = [];
  const hold = (url: URL) => url.searchParams.has('_rsc') || /\/api\/v1\/(?!stream|time$)/.test(url.pathname);
  await page.route(hold, (route) => void asked.push(route.request().url()));
  return asked;
}

test('no request stands between a press and its page', async ({ page, person, device, context }) => {
  expect(person.name).toBeTruthy();
  await device.start({ ticket_key: 'API-412', title: 'Rate limiter', create_ticket: true });
  await callApi(context, 'post', '/alarms', { delay: '1h', url: 'https://example.com/hook', name: 'Nightly build' });
  await Promise.all([fetchedAhead(page, OTHERS), openToday(page)]);
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
  // What is on a page is asked for again once it is shown.
  expect(asked.filter((url) => url.includes('/api/v1/alarms'))).not.toEqual([]);
});

test('settings are fetched when somebody points at them', async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await openToday(page);
  await Promise.all([fetchedAhead(page, ['Settings']), link(page, 'Settings').hover()]);
  const asked = await silenceServer(page);
  await link(page, 'Settings').click();
  await expect(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  expect(asked.filter((url) => url.includes('/settings'))).toEqual([]);
});

test('a page that was fetched ahead shows what has happened since', async ({ page, person, context }) => {
  expect(person.name).toBeTruthy();
  await Promise.all([fetchedAhead(page, OTHERS), openToday(page)]);
  await callApi(context, 'post', '/alarms', { delay: '1h', url: 'https://example.com/hook', name: 'Nightly build' });
  await link(page, 'Alarms').click();
  await expect(page.getByRole('link', { name: 'Nightly build' })).toBeVisible();
});

test('settings that were fetched a while ago are made again', async ({ page, person, browser, baseURL }) => {
  // Fetched a minute before they were.
  await page.route(/\/settings\?/, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"madeAt":(\d+)/, (_, at) => `"madeAt":${Number(at) - MINUTE_MS}`);
    await route.fulfill({ response, body });
  });
  await openToday(page);
  await Promise.all([fetchedAhead(page, ['Settings']), link(page, 'Settings').hover()]);
  await newcomer(browser, person, { baseURL });
  await link(page, 'Settings').click();
  await expect(page.getByRole('button', { name: /^Sign out .+, / })).toBeVisible();
});

test('a person who saves data is sent the pages that they point at, or all when G is pressed', async ({
  browser,
  baseURL,
}) => {
  const { page } = await newcomer(browser, await newPerson(), { baseURL, viewport: { width: 1440, height: 900 } });
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));
  await page.clock.install();
  await openToday(page);
  const whole: string[] = [];
  page.on('request', (request) => isWholePage(request) && whole.push(new URL(request.url()).pathname));
  await page.clock.fastForward('00:30');
  await Promise.all([fetchedAhead(page, ['Calendar']), link(page, 'Calendar').hover()]);
  expect(whole).toEqual(['/calendar']);
  const rest = Object.keys(PATHS).filter((name) => name !== 'Calendar');
  // Keys are letters while the field has the focus.
  await composer(page).blur();
  await Promise.all([fetchedAhead(page, rest), page.keyboard.press('g')]);
  await silenceServer(page);
  // Of two keys the second must follow soon; how long the pages took, nobody knows.
  for (const key of ['Escape', 'g', 't']) await page.keyboard.press(key);
  await isHere(page, 'Tickets');
});

// How long it takes depends on what else the machine does, so it is told here and not judged: above it is shown that
// nothing but the browser's own work is left to wait for.
test('from page to page the next one is there soon', async ({ page, person }) => {
  expect(person.name).toBeTruthy();
  await Promise.all([fetchedAhead(page, OTHERS), openToday(page)]);
  await page.evaluate(() => {
    const walks: number[] = [];
    Object.assign(window, { walks });
    document.addEventListener(
      'click',
      ({ target, timeStamp }) => {
        const pressed = (target as Element).closest<HTMLAnchorElement>('nav a');
        if (!pressed) return;
        const look = () => {
          const isThere = location.pathname === pressed.pathname && pressed.matches('[aria-current=page]');
          if (isThere) walks.push(performance.now() - timeStamp);
          else requestAnimationFrame(look);
        };
        look();
      },
      true,
    );
  });
  const count = () => page.evaluate(() => (window as unknown as { walks: number[] }).walks.length);
  for (let n = 0; n < WALKS * SIDEBAR.length; n += 1) {
    await link(page, SIDEBAR[n % SIDEBAR.length] ?? '').click();
    await expect.poll(count).toBe(n + 1);
  }
  const waits = await page.evaluate(() => (window as unknown as { walks: number[] }).walks);
  const sorted = waits.toSorted((one, other) => one - other);
  const quantile = (q: number) => Math.round(sorted[Math.ceil(q * sorted.length) - 1] ?? 0);
  console.info(`page to page: p50 ${quantile(0.5)} ms, p95 ${quantile(0.95)} ms, worst ${quantile(1)} ms`);
});
