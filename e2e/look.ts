import { expect, type Locator, type Page, type TestInfo } from '@playwright/test';
import { barriersIn } from '#/e2e/barriers.ts';
import { IS_PROVE } from '#/test/scale.ts';

/** A desk, a tablet held upright, a phone. */
export const SIZES = [
  [1440, 900],
  [768, 1024],
  [390, 844],
] as const;
export type Width = (typeof SIZES)[number][0];
const SCHEMES = ['light', 'dark'] as const;
/** Where axe runs: each layout of a page, and each theme, which changes colors and nothing else. */
const ASKED: Record<string, 'all' | 'colors'> = { '1440 light': 'all', '1440 dark': 'colors', '390 dark': 'all' };
/** The sizes in the gate, in addition to the width of 400 % zoom. `npm run prove` takes all of them. */
const IN_GATE = new Set(['1440 light']);
/** A window of 1280 px at a zoom of 400 % (WCAG 1.4.10). */
const REFLOW_WIDTH = 320;

/**
 * `widths` if a state is not possible on all; `part` is the part that axe checks, for a dialog over an inert page; not
 * its `isOwn` if the markup is third-party. `at` is scrolled into view on a long page.
 */
type Options = { widths?: readonly Width[]; part?: string; isOwn?: boolean; at?: Locator };

/**
 * Checks the state of a page, on every width and in both themes: saves screenshots as test output, runs axe, and
 * rejects a page that scrolls sideways, also at 400 % zoom.
 */
export async function checkScreen(page: Page, info: TestInfo, name: string, options: Options = {}): Promise<void> {
  const { widths, part, isOwn = true, at } = options;
  const sizes = SIZES.filter(([size]) => widths?.includes(size) ?? true);
  // One theme after the other: a page may render again for each.
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const [width, height] of sizes) {
      if (!IS_PROVE && !IN_GATE.has(`${width} ${colorScheme}`)) continue;
      await page.setViewportSize({ width, height });
      // Each width has its own height.
      await at?.evaluate((element) => element.scrollIntoView({ block: 'start' }));
      await page.screenshot({ path: info.outputPath(`${name}-${width}-${colorScheme}.png`), animations: 'disabled' });
      expect.soft(await sidewaysPx(page), `${name} scrolls sideways at ${width} px`).toBe(0);
      const asked = ASKED[`${width} ${colorScheme}`];
      if (!asked || !isOwn) continue;
      expect.soft(await barriersIn(page, part, asked), `${name}, ${width} px, ${colorScheme}`).toEqual([]);
    }
  }
  if (widths && !widths.includes(390)) return;
  await page.setViewportSize({ width: REFLOW_WIDTH, height: 640 });
  expect.soft(await sidewaysPx(page), `${name} scrolls sideways at 400 %`).toBe(0);
  const [[width, height]] = SIZES;
  await page.setViewportSize({ width, height });
}

/** How much wider than the viewport the page is. */
export function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    // Without the room reserved for a scrollbar.
    return root.scrollWidth - Math.round(root.getBoundingClientRect().width);
  });
}
