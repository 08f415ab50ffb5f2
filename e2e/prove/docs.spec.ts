import { expect, test } from '@playwright/test';
import { DRAWN, operation, watch } from '#/e2e/reference.ts';

test('the reference shows every operation and finds them, from our own server alone', async ({
  page,
  baseURL,
  request,
}) => {
  const expectQuiet = watch(page, baseURL);
  const script = page.waitForResponse('**/docs/redoc.js?*');
  await page.goto('/docs');
  expect((await script).headers()['content-encoding']).toMatch(/^(?:br|gzip)$/);
  await expect(operation(page, 'Start a timer').first()).toBeVisible(DRAWN);
  const document = await (await request.get('/api/v1/openapi.json')).json();
  for (const methods of Object.values(document.paths) as Record<string, { summary: string }>[]) {
    for (const { summary } of Object.values(methods)) await expect(operation(page, summary).first()).toBeAttached();
  }
  await page.getByPlaceholder('Search...').fill('dead letters');
  await expect(page.getByRole('search').getByText('Redrive dead letters by filter').first()).toBeVisible(DRAWN);
  expectQuiet();
});
