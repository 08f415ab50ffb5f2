import type { Browser, BrowserContext, Page } from '@playwright/test';
import { record, type Work } from '#/e2e/record.ts';
import { callApi, expect, invitationOf, newPerson, openBrowserAs, type Person } from '#/e2e/support.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

const DAY_MS = 86_400_000;

/** A date some days ago, in UTC: all of its time has passed wherever and whenever this runs. */
export function dateAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
}

export type Jonas = { person: Person; context: BrowserContext; timers: TimerJson[] };

/** A member of the signed-in person's workspace, with the timers of their work, newest first. */
export async function jonasWith(
  lead: BrowserContext,
  browser: Browser,
  work: Work[],
  timeZone = 'UTC',
): Promise<Jonas> {
  const person = await newPerson({ name: 'Jonas Weber', timeZone }, await invitationOf(lead));
  await record(person, work);
  const { context } = await openBrowserAs(browser, person);
  const { user } = await callApi(context, 'get', '/me');
  const { timers } = await callApi(lead, 'get', `/team/timers?user_id=${user.id}`);
  return { person, context, timers };
}

/** Opens the page, with a timer or without, and waits until it has hydrated. */
export async function openCorrections(page: Page, timer?: TimerJson): Promise<void> {
  const path = timer ? `/team/corrections/${timer.id}` : '/team/corrections';
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(path)]);
  if (timer) await expect(editor(page)).toBeVisible();
}

export const editor = (page: Page) => page.getByRole('form', { name: 'Correction' });
export const queue = (page: Page, title = 'Needs attention') => page.getByRole('region', { name: title });
export const log = (page: Page) => page.getByRole('region', { name: 'Audit log' });
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const effect = (page: Page) => editor(page).getByRole('status');
