import { randomUUID } from 'node:crypto';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import pg from 'pg';
import { createAccount } from '#/lib/accounts/users/create-account.ts';
import { connect } from '#/lib/db/client.ts';
import { databaseClock } from '#/lib/db/database-clock.ts';
import type { CurrentTimerJson, StartTimerBody, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Somebody with an account of their own, so that no journey meets another. */
export type Person = { email: string; password: string; name: string; timeZone: string };

const PASSWORD = 'four words are best';
/** The database of the service that answers at E2E_URL. */
const DATABASE_URL = process.env.E2E_DATABASE_URL ?? process.env.DATABASE_URL ?? '';

export async function newPerson(change: Partial<Person> = {}): Promise<Person> {
  const person = {
    email: `${randomUUID()}@example.com`,
    password: PASSWORD,
    name: 'Maya Lindqvist',
    timeZone: 'Europe/Stockholm',
    ...change,
  };
  const db = connect(DATABASE_URL, 1);
  try {
    await createAccount(
      { db, clock: databaseClock, signUp: 'open' },
      {
        email: person.email,
        name: person.name,
        password: person.password,
        time_zone: person.timeZone,
        workspace_name: 'Acme',
      },
    );
  } finally {
    await db.$disconnect();
  }
  return person;
}

/** Signs in as the form does, without the form. */
export async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const { csrfToken } = await (await context.request.get('/api/auth/csrf')).json();
  const form = { email: person.email, password: person.password, csrfToken, json: 'true' };
  const response = await context.request.post('/api/auth/callback/credentials', { form });
  expect(response.ok()).toBe(true);
}

/** The API as another device of the same person uses it. */
export function deviceOf(context: BrowserContext, baseURL: string) {
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
    current: async (): Promise<CurrentTimerJson> => (await context.request.get('/api/v1/timers/current')).json(),
  };
}

/** Moves the whole timer into the past, as if it had been started so much earlier. */
export async function startEarlier(timer: TimerJson, ms: number): Promise<void> {
  const client = new pg.Client({ connectionString: DATABASE_URL });
  await client.connect();
  try {
    await client.query('begin');
    const earlier = "started_at - $2 * interval '1 millisecond'";
    await client.query(`update timers set started_at = ${earlier} where id = $1`, [timer.id, ms]);
    await client.query(`update timer_spans set started_at = ${earlier} where timer_id = $1`, [timer.id, ms]);
    await client.query('commit');
  } finally {
    await client.end();
  }
}

/** Opens Today and waits until it has come to life: from then on it listens for events. */
export async function openToday(page: Page): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/')]);
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

/** A new person, signed in; `device` is the same person elsewhere. */
export const test = base.extend<{ person: Person; device: ReturnType<typeof deviceOf> }>({
  person: async ({ context }, use) => {
    const person = await newPerson();
    await signIn(context, person);
    await use(person);
  },
  device: async ({ person, browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL });
    await signIn(context, person);
    await use(deviceOf(context, baseURL ?? ''));
    await context.close();
  },
});

export { expect };
