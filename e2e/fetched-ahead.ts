import type { Page, Request } from '@playwright/test';

/** Today, where navigation begins, is part of the first load. */
export const OTHERS = ['Calendar', 'Tickets', 'Timesheet', 'Alarms', 'Members'];
export const SIDEBAR = [...OTHERS, 'Today'];
export const PATHS: Record<string, string> = {
  Calendar: '/calendar',
  Tickets: '/tickets',
  Timesheet: '/timesheet',
  Alarms: '/alarms',
  Members: '/team/members',
  Settings: '/settings',
  Schedules: '/alarms/schedules',
  Receivers: '/alarms/receivers',
  Projects: '/projects',
};

/** The link to a page in the sidebar. */
export const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** The router's own request for a whole page; its first prefetches are marked as such. */
export function isWholePage(request: Request): boolean {
  const headers = request.headers();
  return headers.rsc === '1' && !('next-router-prefetch' in headers);
}

/**
 * Resolves when these pages have been fetched, including data. Call it before the action that makes the browser fetch
 * them.
 */
export async function fetchedAhead(page: Page, names: string[]): Promise<void> {
  await Promise.all(
    names.map((name) => {
      const isMeant = (request: Request) => isWholePage(request) && new URL(request.url()).pathname === PATHS[name];
      // The router aborts as soon as it has read what it needs, which browsers report as a failure.
      return Promise.race([page.waitForEvent('requestfinished', isMeant), page.waitForEvent('requestfailed', isMeant)]);
    }),
  );
}
