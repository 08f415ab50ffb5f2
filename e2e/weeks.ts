import type { Page } from '@playwright/test';

/** A week in the past, so that nothing depends on now; it begins on a Monday. */
export const WEEK_STARTS = '2025-01-13';

/** Opens the timesheet at that week and waits until it has hydrated. */
export async function openWeek(page: Page): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(`/timesheet?week=${WEEK_STARTS}`)]);
}

/** Opens the weeks of everyone and waits until that page has hydrated. */
export async function openWeeks(page: Page, query = ''): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(`/team/weeks${query}`)]);
}

export const stateOf = (page: Page) => page.getByRole('region', { name: 'State of this week' });
export const weekRow = (page: Page, name = 'Jonas Weber') => page.locator('[data-week]').filter({ hasText: name });
