import { expect, type Page } from '@playwright/test';

/** Notes requests to any other host, and what the console says; what it responds holds that there were none. */
export function watch(page: Page, baseURL = ''): () => void {
  const heard: string[] = [];
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(baseURL).origin) heard.push(`asked ${request.url()}`);
  });
  page.on('console', (message) => {
    if (message.type() === 'error') heard.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => heard.push(`error: ${error.message}`));
  return () => expect(heard).toEqual([]);
}

// Redoc draws the whole document and reads it into its search in one go, which a busy machine takes its time for.
export const DRAWN = { timeout: 60_000 };

/** Of the whole document these paths and no webhooks, for what is to be seen of each: the whole takes half a minute to draw here. */
export async function showOnly(page: Page, ...paths: string[]): Promise<void> {
  await page.route('**/api/v1/openapi.json', async (route) => {
    const response = await route.fetch();
    const document = await response.json();
    await route.fulfill({
      response,
      json: { ...document, webhooks: {}, paths: Object.fromEntries(paths.map((path) => [path, document.paths[path]])) },
    });
  });
}

export const operation = (page: Page, name: string) => page.locator('h2', { hasText: name });
