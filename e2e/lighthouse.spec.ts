import { desktopConfig } from 'lighthouse';
import { expectNoFaults } from '#/e2e/lighthouse.ts';
import { test } from '#/e2e/support.ts';

// Its speed is measured by e2e/speed/lighthouse.spec.ts; for a phone: e2e/prove/lighthouse.spec.ts.
test('on a desktop, Lighthouse finds no fault with Today', { tag: '@prove' }, async ({ browser, baseURL }) => {
  await expectNoFaults(browser, `${baseURL}/`, desktopConfig);
});
