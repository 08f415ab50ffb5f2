import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { openSection, operation, watch } from '#/e2e/reference.ts';
import { deviceOf, newPerson, pressChord, signIn } from '#/e2e/support.ts';

// All operations are in e2e/prove/docs.spec.ts.
test('the reference shows the guide, then a section of operations, and finds others, only from our own server', {
  tag: '@prove',
}, async ({ page, baseURL }) => {
  const expectQuiet = watch(page, baseURL);
  const script = page.waitForResponse('**/docs/redoc.js?*');
  await page.goto('/docs');
  expect((await script).headers()['content-encoding']).toMatch(/^(?:br|gzip)$/);
  await expect(page.getByRole('heading', { name: 'Getting started' })).toBeVisible();
  await expect(operation(page, 'Start a timer')).toHaveCount(0);
  await openSection(page, 'Timers');
  await expect(page).toHaveURL(/#tag\/Timers$/);
  await expect(operation(page, 'Start a timer')).toBeAttached();
  await expect(page.getByRole('heading', { name: 'Getting started' })).toHaveCount(0);
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('searchbox').fill('post dead-letters');
  await contents.getByRole('link', { name: 'Redrive dead letters by filter' }).click();
  await expect(operation(page, 'Redrive dead letters by filter')).toBeInViewport();
  await contents.getByRole('searchbox').fill('nothing like it');
  await expect(contents.getByRole('status')).toHaveText('No operation matches “nothing like it”.');
  await page.goBack();
  await expect(operation(page, 'Start a timer')).toBeAttached();
  expectQuiet();
});

test('the URL of an operation leads to it, and the contents mark the current position', {
  tag: '@prove',
}, async ({ page }) => {
  await page.goto('/docs#operation/startTimer');
  await expect(operation(page, 'Start a timer')).toBeInViewport();
  // Below the page's header, which covers targets that are scrolled too far.
  const head = await page.getByRole('banner').boundingBox();
  const foot = (head?.y ?? 0) + (head?.height ?? 0);
  await expect.poll(async () => (await operation(page, 'Start a timer').boundingBox())?.y).toBeGreaterThan(foot);
  const marked = page.getByRole('navigation', { name: 'Contents' }).locator('li li [aria-current=location]');
  await expect(marked).toContainText('Start a timer');
  await operation(page, 'Pause a timer').evaluate((heading) => heading.scrollIntoView());
  await expect(marked).toContainText('Pause a timer');
  await expect(page).toHaveURL(/#tag\/Timers\/operation\/pauseTimer$/);
});

test('on a phone the contents open at the top, and close after a choice', { tag: '@prove' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/docs');
  const contents = page.getByRole('navigation', { name: 'Contents' });
  await contents.getByRole('button', { name: 'Guide' }).click();
  await contents.getByRole('link', { name: 'Alarms', exact: true }).click();
  await expect(contents.getByRole('button', { name: 'Alarms' })).toHaveAttribute('aria-expanded', 'false');
  await expect(contents.getByRole('searchbox')).toBeHidden();
  await expect(operation(page, 'Create an alarm')).toBeAttached();
});

test('an operation shows how it is called with curl and with the typed client', { tag: '@prove' }, async ({
  page,
  baseURL,
}) => {
  const expectQuiet = watch(page, baseURL);
  await page.goto('/docs#operation/startTimer');
  const samples = page.locator('[id="operation/startTimer"]');
  await samples.getByRole('tab', { name: 'curl' }).click();
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
  // On Today the first field has the focus, and gets the letters.
  await Promise.all([page.waitForRequest('**/api/v1/stream'), page.goto('/settings')]);
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('href', '/docs');
  await pressChord(page, 'g', 'h');
  await expect(page).toHaveURL(/\/docs$/);
  await expect(page.getByRole('link', { name: 'API reference' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('region', { name: 'Running timer' })).toContainText('Read the reference');
  await openSection(page, 'Timers');
  await expect(operation(page, 'Start a timer')).toBeAttached();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Tickets', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Tickets', level: 1 })).toBeVisible();
  // Redoc no longer writes the scroll position into the URL.
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
  const response = await request.get('/docs/api');
  expect(response.status()).toBe(200);
  expect(new URL(response.url()).pathname).toBe('/docs');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`in ${colorScheme} the text has enough contrast`, { tag: '@prove' }, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    for (const [id, name] of [
      ['startTimer', 'Start a timer'],
      ['createAlarm', 'Create an alarm'],
    ] as const) {
      await page.goto(`/docs#operation/${id}`);
      await expect(operation(page, name)).toBeInViewport();
      // Redoc's own markup is not ours to check; its colors are.
      const { violations } = await new AxeBuilder({ page })
        .include(`[id="operation/${id}"]`)
        .withRules(['color-contrast'])
        .analyze();
      expect(violations).toEqual([]);
    }
  });
}
