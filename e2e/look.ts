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
/** Where axe is asked: each way that a page is built, and each theme, which changes colors and nothing else. */
const ASKED: Record<string, 'all' | 'colors'> = { '1440 light': 'all', '1440 dark': 'colors', '390 dark': 'all' };
/** What the gate looks at, beside the width of 400 % zoom. All of it is for `npm run prove`. */
const IN_GATE = new Set(['1440 light']);
/** A window of 1280 px at a zoom of 400 % (WCAG 1.4.10). */
const REFLOW_WIDTH = 320;

/**
 * `widths` where a state is not to be had on all; `part` is what axe looks at, for what is over an inert page; not its
 * `isOwn` where the markup is someone else's. `at` is what a long page is scrolled to.
 */
type Options = { widths?: readonly Width[]; part?: string; isOwn?: boolean; at?: Locator };

/**
 * Looks at the state that a page is in, on every width and in both themes: keeps the pictures as test output, asks axe,
 * and rejects a page that scrolls sideways, also at 400 % zoom.
 */
export async function look(page: Page, info: TestInfo, name: string, options: Options = {}): Promise<void> {
  const { widths, part, isOwn = true, at } = options;
  const sizes = SIZES.filter(([size]) => widths?.includes(size) ?? true);
  // One theme after the other: a page may be drawn anew for each.
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

/** How much wider than its room in the window the page is. */
export function sidewaysPx(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    // Without the room that is kept for a scrollbar.
    return root.scrollWidth - Math.round(root.getBoundingClientRect().width);
  });
}
