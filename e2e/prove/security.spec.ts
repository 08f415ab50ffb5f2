import { listen, newAlarm, OWN_SCRIPTS, PAGES, pathOf } from '#/e2e/policy.ts';
import { expect, test } from '#/e2e/support.ts';

test('no page requests anything that its policy rejects', async ({ page, context, person, baseURL }) => {
  // Every page, and each until it loads nothing more.
  test.slow();
  expect(person.email).toBeTruthy();
  const received = await listen(page);
  const id = await newAlarm(context, baseURL ?? '');
  expect(PAGES.length).toBeGreaterThan(7);
  for (const pattern of [...PAGES, '/nowhere-at-all']) {
    const response = await page.goto(pathOf(pattern, id));
    expect(response?.headers()['content-security-policy'] ?? '', pattern).toMatch(OWN_SCRIPTS);
    await expect(page.locator('body')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(received, pattern).toEqual([]);
  }
});
