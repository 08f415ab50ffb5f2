import { expect, type Page } from '@playwright/test';

/** Records requests to any other host, and console messages; the returned function asserts that there were none. */
export function watch(page: Page, baseURL = ''): () => void {
  const received: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL).origin) received.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') received.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => received.push(`error: ${error.message}`));
  return () => expect(received).toEqual([]);
}

/** Opens a section by its entry in the contents. */
export const openSection = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name, exact: true }).click();

export const operation = (page: Page, name: string) => page.locator('h2', { hasText: name });
