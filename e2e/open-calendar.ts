import type { Page } from '@playwright/test';

/** Opens the calendar and waits until it has hydrated. */
export async function openCalendar(page: Page, query = ''): Promise<void> {
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto(`/calendar${query}`)]);
}
