import { randomUUID } from 'node:crypto';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import pg from 'pg';
import { openedAlive } from '#/e2e/alive.ts';
import { barriersIn } from '#/e2e/barriers.ts';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import type { StartTimerBody } from '#/lib/tracking/timers/timer-input-schemas.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';
import { IS_PROVE } from '#/test/scale.ts';

/** A person with their own account, so that journeys don't affect each other. */
export type Person = { email: string; password: string; name: string; timeZone: string };

const PASSWORD = 'four words are best';
/** The database of the service at E2E_URL. */
const DATABASE_URL = process.env.E2E_DATABASE_URL ?? process.env.DATABASE_URL ?? '';

/** One per process, which ends after its journeys: connecting takes longer than creating an account. */
let database: Db | undefined;
let pool: pg.Pool | undefined;

function connected(): pg.Pool {
  pool ??= new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
  return pool;
}

/** With the link of an invitation they are a member of that workspace, else the owner of their own. */
export async function newPerson(change: Partial<Person> = {}, invitation?: string): Promise<Person> {
  const person = {
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    name: 'Maya Lindqvist',
    timeZone: 'Europe/Stockholm',
    ...change,
  };
  database ??= connect(DATABASE_URL, 1);
  await createAccount(
    { db: database, clock: databaseClock, signUp: 'open' },
    {
      email: person.email,
      name: person.name,
      password: person.password,
      time_zone: person.timeZone,
      ...(invitation ? { invitation: invitation.split('/').at(-1) } : { workspace_name: 'Acme' }),
    },
  );
  return person;
}

/** Signs in as the form does, without the form. */
export async function signIn(context: Pick<BrowserContext, 'request'>, person: Person): Promise<void> {
  const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json();
  const form = { email: person.email, password: person.password, csrfToken, json: 'true' };
  const response = await context.request.post('/api/auth/callback/credentials', { form });
  expect(response.ok()).toBe(true);
}

/** The API as another device of the same person uses it. */
export function deviceOf(context: Pick<BrowserContext, 'request'>, baseURL: string) {
  const headers = { origin: new URL(baseURL).origin };
  const post = async (path: string, data: object = {}): Promise<TimerJson> => {
    const response = await context.request.post(`/api/v1${path}`, { data, headers });
    expect(response.ok(), `${path} answered ${response.status()}`).toBe(true);
    return (await response.json()).timer;
  };
  return {
    start: (body: StartTimerBody) => post('/timers/start', body),
    pause: (timer: TimerJson) => post(`/timers/${timer.id}/pause`),
    stop: (timer: TimerJson) => post(`/timers/${timer.id}/stop`),
    read: async (timer: TimerJson): Promise<TimerJson> =>
      (await (await context.request.get(`/api/v1/timers/${timer.id}`)).json()).timer,
    current: async (): Promise<CurrentTimerJson> => (await context.request.get('/api/v1/timers/current')).json(),
  };
}

/** A link that invites a person into the signed-in person's workspace. */
export async function invitationOf(
  context: BrowserContext,
  body: { role?: string; email?: string } = {},
): Promise<string> {
  return (await callApi(context, 'post', '/invitations', body)).url;
}

type Method = 'get' | 'post' | 'patch' | 'delete';

/** Calls the API as the signed-in person. */
export async function callApi(context: BrowserContext, method: Method, path: string, data?: object) {
  const origin = new URL(base.info().project.use.baseURL ?? '').origin;
  const response = await context.request[method](`/api/v1${path}`, { data, headers: { origin } });
  expect(response.ok(), `${path} answered ${response.status()}`).toBe(true);
  return response.json();
}

/** Makes changes that no screen offers. */
export async function runSql(sql: string, values: unknown[]): Promise<void> {
  await connected().query(sql, values);
}

/** Browsers of this test's other people, closed after it. */
const opened: BrowserContext[] = [];

/** A person who is not signed in, in a separate browser. */
export async function openSignedOutBrowser(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  opened.push(context);
  const page = await context.newPage();
  return options.javaScriptEnabled === false ? page : openedAlive(page);
}

/** A second person in a separate browser. */
export async function openBrowserAs(
  browser: Browser,
  person: Person,
  options: BrowserContextOptions = {},
): Promise<{ context: BrowserContext; page: Page }> {
  const page = await openSignedOutBrowser(browser, options);
  await signIn(page.context(), person);
  return { context: page.context(), page };
}

/** Presses until React handles it and the dialog is open. */
export async function openDialog(page: Page, button: string | RegExp, role: 'dialog' | 'alertdialog' = 'dialog') {
  const dialog = page.getByRole(role);
  await expect(async () => {
    // It may have opened late from the previous click, and then covers the button.
    if (!(await dialog.isVisible())) await page.getByRole('button', { name: button }).click({ timeout: 1_000 });
    await expect(dialog).toBeVisible({ timeout: 1_000 });
  }).toPass();
  return dialog;
}

/** Presses until React handles it and the menu is open. */
export async function openMenu(page: Page, button: string | RegExp): Promise<void> {
  const menu = page.getByRole('menu');
  await expect(async () => {
    if (!(await menu.isVisible())) await page.getByRole('button', { name: button }).click({ timeout: 1_000 });
    await expect(menu).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

/** Chooses the type of timer that the field starts, once React handles it. */
export async function chooseType(page: Page, type: 'Pomodoro' | 'Countdown' | 'Interval'): Promise<void> {
  const radio = typeRadio(page, type);
  await expect(async () => {
    if (!(await radio.isChecked())) await radio.click({ timeout: 1_000 });
    await expect(page.getByRole('button', { name: 'For this start' })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(radio).toBeChecked();
}

export function typeRadio(page: Page, type: 'Manual' | 'Pomodoro' | 'Countdown' | 'Interval') {
  return page.getByRole('radiogroup', { name: 'Timer type' }).getByRole('radio', { name: type });
}

/**
 * In `npm run prove`, runs axe on the current state of the page, or of a part of it, in both themes, and rejects
 * violations. The gate checks each page at rest instead (barriers.spec.ts): 25 such checks took 20 of the 79 s of their
 * journeys.
 */
export async function expectNoBarriers(page: Page, state: string, part = 'html'): Promise<void> {
  if (!IS_PROVE) return;
  for (const colorScheme of ['light', 'dark'] as const) {
    // Colors in a transition belong to neither theme.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await barriersIn(page, part, colorScheme === 'light' ? 'all' : 'colors');
    expect(found, `${state}, ${colorScheme}`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** A zone in which it is this hour now: at 15, the last hours are today, whenever this runs. */
export function zoneAt(hour: number, now = Date.now()): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(now));
  const zone = Intl.supportedValuesOf('timeZone').find((name) => hourIn(name) === hour);
  if (!zone) throw new Error(`It is ${hour} o'clock nowhere.`);
  return zone;
}

/** Moves the whole timer into the past, as if it had been started this much earlier. */
export async function startEarlier(timer: TimerJson, ms: number): Promise<void> {
  const earlier = "started_at = started_at - $2 * interval '1 millisecond'";
  // One statement: no reader sees the timer and its spans apart.
  await runSql(
    `with spans as (update timer_spans set ${earlier} where timer_id = $1)
     update timers set ${earlier} where id = $1`,
    [timer.id, ms],
  );
}

/** Opens Today and waits until it has hydrated: from then on it receives events. */
export async function openToday(page: Page): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/')]);
}

/**
 * Presses two keys that belong together, such as G and S. The second is sent before the first has been handled: it
 * counts for 1.2 s only, which a busy machine may take to handle one key.
 */
export async function pressChord(page: Page, first: string, second: string): Promise<void> {
  await Promise.all([page.keyboard.press(first), page.keyboard.press(second)]);
}

/**
 * Waits until everything that loads after the page is there: for actions without a connection, and for code that may be
 * needed later.
 */
export async function untilIdle(page: Page): Promise<void> {
  const isDone = () => ['after-load', 'at-rest'].every((name) => performance.getEntriesByName(name).length > 0);
  await page.waitForFunction(isDone);
}

export const hero = (page: Page) => page.getByRole('region', { name: /^(Running|Paused) timer$/ });
export const clockText = (page: Page) => page.getByRole('timer');
export const composer = (page: Page) => page.getByRole('combobox');
export const toast = (page: Page) => page.locator('[data-toast]');
export const entries = (page: Page) => page.locator('[data-entry]');

/** Seconds shown by the large digits. */
export async function shownSeconds(page: Page): Promise<number> {
  const text = (await clockText(page).textContent()) ?? '';
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** How the browser reports that a policy has blocked something. */
const AGAINST_POLICY = /violates the following Content Security Policy/;

/** Route handlers end before their page does: one may be in the middle of a response that is no longer awaited. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
}

/** Of journeys that repeat one another, the gate runs the marked ones; `npm run prove -- journeys` runs all. */
export const proveUnless = (isInGate: boolean) => (isInGate ? {} : { tag: '@prove' });

type Fixtures = {
  person: Person;
  device: ReturnType<typeof deviceOf>;
  closing: undefined;
  /** For journeys that attempt what the policy of the pages forbids: any other journey fails when it does so. */
  attemptsPolicy: boolean;
};

/** A new person, signed in; `device` is the same person on another device. */
export const test = base.extend<Fixtures>({
  attemptsPolicy: [false, { option: true }],
  closing: [
    async ({ browser }, use) => {
      await use(undefined);
      // A browser that is still open would keep sending requests while other journeys run.
      expect(browser.isConnected()).toBe(true);
      for (const context of opened.splice(0)) {
        await endRoutes(context);
        await context.close();
      }
    },
    { auto: true },
  ],
  page: async ({ page, context, attemptsPolicy }, use) => {
    const rejected: string[] = [];
    context.on('console', (message) => AGAINST_POLICY.test(message.text()) && rejected.push(message.text()));
    await use(openedAlive(page));
    await endRoutes(context);
    if (!attemptsPolicy) expect(rejected).toEqual([]);
  },
  person: async ({ context }, use) => {
    const person = await newPerson();
    await signIn(context, person);
    await use(person);
  },
  device: async ({ person, playwright, baseURL }, use) => {
    const request = await playwright.request.newContext({ baseURL });
    await signIn({ request }, person);
    await use(deviceOf({ request }, baseURL ?? ''));
    await request.dispose();
  },
});

export { expect };
