import { expectNoFaults } from '#/e2e/lighthouse.ts';
import { test } from '#/e2e/support.ts';

test('on a phone, Lighthouse finds no fault with Today', async ({ browser, baseURL }) => {
  await expectNoFaults(browser, `${baseURL}/`);
});
