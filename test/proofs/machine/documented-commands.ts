import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';

/** A fenced block of a document; the language may be empty. */
export type Block = { language: string; text: string };

const FENCED = /^( *)```(\w*)\n([\s\S]*?)^ *```$/gm;

/**
 * The code blocks below a heading of docs/operations.md, in their order, without the indentation of their list. Throws
 * when there is no such heading.
 */
export function documentedBlocks(heading: string): Block[] {
  const sections = readFileSync(path.join(ROOT, 'docs/operations.md'), 'utf8').split('\n## ');
  const section = sections.find((one) => one.startsWith(`${heading}\n`));
  if (!section) throw new Error(`docs/operations.md has no section “${heading}”.`);
  return [...section.matchAll(FENCED)].map(([, indent = '', language = '', text = '']) => ({
    language,
    text: text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/** The text with each of these words replaced. Throws for one that does not occur, so that no step is left out. */
export function filledIn(text: string, words: Record<string, string>): string {
  let filled = text;
  for (const [word, replacement] of Object.entries(words)) {
    if (!filled.includes(word)) throw new Error(`“${word}” is not in:\n${text}`);
    filled = filled.replaceAll(word, () => replacement);
  }
  return filled;
}
