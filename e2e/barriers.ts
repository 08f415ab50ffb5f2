import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** All rules, or those about colors: a theme changes nothing else. */
type Asked = 'all' | 'colors';
type Violation = { id: string; nodes: { html: string }[] };
type Options = { resultTypes: ['violations']; runOnly?: string[] };
type Axe = { run: (context: object, options: Options) => Promise<{ violations: Violation[] }> };

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * What axe finds in the state that a page, or a part of it, is in. The first question brings axe into the page; later
 * ones ask it there, which takes a fraction of the time (measured: 2 s against 8 s on a busy machine).
 */
export async function barriersIn(page: Page, part: string | undefined, asked: Asked): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const violations = isThere ? await askAgain(page, part, asked) : await bringAxe(page, part, asked);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
}

async function bringAxe(page: Page, part: string | undefined, asked: Asked): Promise<Violation[]> {
  // Without frames of other origins there is nothing to put together, for which it would open a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (part) axe.include(part);
  if (asked === 'colors') axe.withRules(COLOR_RULES);
  return (await axe.analyze()).violations;
}

function askAgain(page: Page, part: string | undefined, asked: Asked): Promise<Violation[]> {
  const options: Options = { resultTypes: ['violations'], ...(asked === 'colors' && { runOnly: COLOR_RULES }) };
  return page.evaluate(
    async ([selector, how]) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations } = await axe.run(selector ? { include: [[selector]] } : document, how);
      return violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) }));
    },
    [part, options] as const,
  );
}
