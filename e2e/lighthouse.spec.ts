import { type Config, desktopConfig } from 'lighthouse';
import { signedIn, withLighthouse } from '#/e2e/lighthouse.ts';
import { expect, test } from '#/e2e/support.ts';

// How fast it is there is measured by e2e/speed/lighthouse.spec.ts.

const JUDGED = ['accessibility', 'best-practices'];
const DEVICES: [device: string, config: Config | undefined][] = [
  ['desk', desktopConfig],
  ['phone', undefined],
];

for (const [device, config] of DEVICES) {
  test(`on a ${device}, Today has nothing that Lighthouse finds fault with`, async ({ browser, baseURL }) => {
    const url = `${baseURL}/`;
    const cookies = await signedIn(browser, url);
    const result = await withLighthouse(cookies, (ask) => ask(url, { onlyCategories: JUDGED }, config));
    const { categories, audits, runtimeError, finalDisplayedUrl } = result?.lhr ?? {};
    expect([runtimeError, finalDisplayedUrl]).toEqual([undefined, url]);
    for (const name of JUDGED) {
      const faults = (categories?.[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits?.[id]?.score ?? 1) < 1)
        .map(({ id }) => `${id}: ${JSON.stringify(audits?.[id]?.details)?.slice(0, 500)}`);
      expect([categories?.[name]?.score, faults], name).toEqual([1, []]);
    }
  });
}
