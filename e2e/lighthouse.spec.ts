import { desktopConfig } from 'lighthouse';
import { expectNoFaults } from '#/e2e/lighthouse.ts';
import { test } from '#/e2e/support.ts';

// How fast it is there is measured by e2e/speed/lighthouse.spec.ts; on a phone: e2e/prove/lighthouse.spec.ts.
test('on a desk, Today has nothing that Lighthouse finds fault with', { tag: '@prove' }, async ({
  browser,
  baseURL,
}) => {
  await expectNoFaults(browser, `${baseURL}/`, desktopConfig);
});
