import { look } from '#/e2e/look.ts';
import { callApi, expect, hero, openToday, test } from '#/e2e/support.ts';

/** Many states, each on three widths and in two themes. */
test.describe.configure({ timeout: 600_000 });
test.use({ timezoneId: 'Europe/Stockholm' });

test('Today while its week is on its way, and when nobody answers', async ({ page, person, device, context }, info) => {
  expect(person.timeZone).toBe('Europe/Stockholm');
  // A question would be given up while pictures are still taken.
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal;
  });
  const timer = await device.start({ title: 'Rate limiter' });
  await openToday(page);
  await expect(hero(page)).toContainText('Rate limiter');
  const held = Promise.withResolvers<void>();
  await page.route('**/api/v1/timers?*', async (route) => {
    await held.promise;
    await route.abort();
  });
  // Another week is to be asked for once the page hears of it, which it does with the news of a pause.
  await callApi(context, 'patch', '/me', { week_start: 2 });
  await device.pause(timer);
  await expect(page.getByText('Loading today')).toBeAttached();
  await look(page, info, 'skeleton');
  await expect(page.getByText('Loading today')).toBeAttached();
  held.resolve();
  await expect(page.getByRole('alert', { name: 'No answer' })).toBeVisible();
  await look(page, info, 'no-answer');
});

test('lists in which a search finds nothing', async ({ page, person, context }, info) => {
  expect(person.name).toBeTruthy();
  await callApi(context, 'post', '/tickets', { key: 'API-412', title: 'Rate limiter', project: 'Platform' });
  await callApi(context, 'post', '/alarms', { name: 'invoice.reminder', output_mode: 'event', delay_ms: 3_600_000 });
  for (const list of ['tickets', 'projects', 'alarms']) {
    await page.goto(`/${list}?search=nothing+like+it`);
    await expect(page.getByText(/nothing like it”/)).toBeVisible();
    await look(page, info, list);
  }
});

test('the API reference', async ({ page, person }, info) => {
  expect(person.name).toBeTruthy();
  await page.goto('/docs');
  // Redoc draws the whole document in one go, which a busy machine takes its time for.
  await expect(page.getByRole('heading', { name: 'Start a timer' }).first()).toBeVisible({ timeout: 240_000 });
  await look(page, info, 'reference', { isOwn: false });
});
