import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { DRAWN, operation, showOnly, watch } from '#/e2e/reference.ts';
import { deviceOf, newPerson, pressChord, signIn } from '#/e2e/support.ts';

// The whole of it: e2e/prove/docs.spec.ts.
test('the reference shows the operations of the document and finds them, from our own server alone', async ({
  page,
  baseURL,
  request,
}) => {
  const paths = ['/timers/start', '/timers/{id}', '/dead-letters/redrive', '/endpoints'];
  const expectQuiet = watch(page, baseURL);
  const script = page.waitForResponse('**/docs/redoc.js?*');
  await showOnly(page, ...paths);
  await page.goto('/docs');
  expect((await script).headers()['content-encoding']).toMatch(/^(?:br|gzip)$/);
  await expect(operation(page, 'Start a timer').first()).toBeVisible(DRAWN);
  const document = await (await request.get('/api/v1/openapi.json')).json();
  for (const path of paths) {
    for (const { summary } of Object.values(document.paths[path]) as { summary: string }[]) {
      await expect(operation(page, summary).first()).toBeAttached();
    }
  }
  await page.getByPlaceholder('Search...').fill('dead letters');
  await expect(page.getByRole('search').getByText('Redrive dead letters by filter').first()).toBeVisible(DRAWN);
  expectQuiet();
});

test('an operation shows how it is called with curl and with the typed client', { tag: '@prove' }, async ({
  page,
  baseURL,
}) => {
  const expectQuiet = watch(page, baseURL);
  await showOnly(page, '/timers/start');
  await page.goto('/docs#operation/startTimer');
  const samples = page.locator('[id="operation/startTimer"]');
  await samples.getByRole('tab', { name: 'curl' }).click(DRAWN);
  await expect(samples.getByText('/api/v1/timers/start').filter({ visible: true }).first()).toBeVisible();
  await samples.getByRole('tab', { name: 'TypeScript' }).click();
  await expect(samples.getByText("'/timers/start'").filter({ visible: true }).first()).toBeVisible();
  expectQuiet();
});

test('the sidebar and G H open the reference; the timer and the navigation stay', { tag: '@prove' }, async ({
  page,
  context,
  baseURL,
}) => {
  await signIn(context, await newPerson());
  await deviceOf(context, baseURL ?? '').start({ title: 'Read the reference' });
  await showOnly(page, '/timers/start');
  // On Today the first field has the focus, and takes the letters.
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings')]);
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/docs');
  await pressChord(page, 'g', 'h');
  await expect(page).toHaveURL(/\/docs$/);
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'Running timer' })).toContainText('Read the reference');
  await expect(operation(page, 'Start a timer').first()).toBeVisible(DRAWN);
  await page.getByRole('link', { name: 'Tickets', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible();
  // What drew the reference no longer writes into the address where a page was scrolled to.
  await page.evaluate(async () => {
    const scrolled = new Promise((resolve) => addEventListener('scroll', resolve, { once: true }));
    document.body.style.minHeight = '5000px';
    scrollTo(0, 2000);
    await scrolled;
    await new Promise(requestAnimationFrame);
  });
  await expect(page).toHaveURL(/\/tickets$/);
});

test('the old address redirects to the reference', async ({ request }) => {
  // Without a page: it would draw the whole reference.
  const response = await request.get('/docs/api');
  expect(response.status()).toBe(200);
  expect(new URL(response.url()).pathname).toBe('/docs');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme} the text stands out from its ground`, { tag: '@prove' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await showOnly(page, '/timers/start');
    await page.goto('/docs');
    await expect(operation(page, 'Start a timer').first()).toBeVisible(DRAWN);
    // Redoc's own markup is not ours to judge; its colors are.
    const { violations } = await new AxeBuilder({ page })
      .include('[id="operation/startTimer"]')
      .withRules(['color-contrast'])
      .analyze();
    expect(violations).toEqual([]);
  });
}
