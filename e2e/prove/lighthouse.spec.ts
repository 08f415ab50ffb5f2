import { expectNoFaults } from '#/e2e/lighthouse.ts';
import { test } from '#/e2e/support.ts';

test('on a phone, Today has nothing that Lighthouse finds fault with', async ({ browser, baseURL }) => {
  await expectNoFaults(browser, `${baseURL}/`);
});
