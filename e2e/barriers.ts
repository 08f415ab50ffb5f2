import { appendFileSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { type Page, test } from '@playwright/test';

/** All rules, or those about colors: a theme changes nothing else. */
type Asked = 'all' | 'colors';
type Violation = { id: string; nodes: { html: string }[] };
/** axe's result: the violations, and how many of its rules passed. */
type Found = { violations: Violation[]; passes: number };
type Options = { resultTypes: ['violations']; runOnly?: string[] };
type Axe = {
  run: (context: object, options: Options) => Promise<{ violations: Violation[]; passes: readonly unknown[] }>;
};

const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Runs axe on the current state of a page, or a part of it; stored as a line of `axe.jsonl` next to the pictures. The
 * first run loads axe into the page; later ones reuse it, which takes a fraction of the time (measured: 2 s against 8 s
 * on a busy machine).
 */
export async function barriersIn(page: Page, part: string | undefined, asked: Asked): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  const { violations, passes } = isThere ? await askAgain(page, part, asked) : await bringAxe(page, part, asked);
  const barriers = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  await keep(page, { part: part ?? 'html', rules: asked, passes, barriers });
  return barriers;
}

async function keep(page: Page, found: { part: string; rules: Asked; passes: number; barriers: string[] }) {
  const { project, titlePath } = test.info();
  const theme = await page.evaluate(() => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
  const line = {
    test: titlePath.join(' › '),
    path: new URL(page.url()).pathname,
    width: page.viewportSize()?.width,
    theme,
    ...found,
  };
  mkdirSync(project.outputDir, { recursive: true });
  appendFileSync(path.join(project.outputDir, 'axe.jsonl'), `${JSON.stringify(line)}\n`);
}

async function bringAxe(page: Page, part: string | undefined, asked: Asked): Promise<Found> {
  // Without frames of other origins there are no results to combine, for which it would open a separate page.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (part) axe.include(part);
  if (asked === 'colors') axe.withRules(COLOR_RULES);
  const { violations, passes } = await axe.analyze();
  return { violations, passes: passes.length };
}

function askAgain(page: Page, part: string | undefined, asked: Asked): Promise<Found> {
  const options: Options = { resultTypes: ['violations'], ...(asked === 'colors' && { runOnly: COLOR_RULES }) };
  return page.evaluate(
    async ([selector, how]) => {
      const { axe } = window as unknown as { axe: Axe };
      const { violations, passes } = await axe.run(selector ? { include: [[selector]] } : document, how);
      return {
        violations: violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => ({ html })) })),
        passes: passes.length,
      };
    },
    [part, options] as const,
  );
}
