import { globSync, readFileSync } from 'node:fs';
import { extendTailwindMerge } from 'tailwind-merge';
import { expect, it } from 'vitest';
import { classNames } from '#/components/ui/class-names.ts';

/** A quarter of a million pairs take seconds. */
const TIMEOUT_MS = 60_000;
/** With every class that the library knows. */
const complete = extendTailwindMerge({});

/** Every class of the project where classes are written, without its variants. */
function classesInUse(): string[] {
  const classes = new Set<string>();
  for (const file of globSync(['components/**/*.tsx', 'app/**/*.tsx'])) {
    for (const [, text = ''] of readFileSync(file, 'utf8').matchAll(/['"`]([^'"`\n]*)['"`]/g)) {
      for (const word of text.split(/\s+/)) {
        const base = word.replace(/^(?:[a-z0-9@*-]+(?:\[[^\]]*\])?:|\[[^\]]*\]:)+/, '');
        // A single class is returned unchanged; one that the full list does not know is a word of a sentence.
        if (/^-?[a-z][\w./[\]()%,-]*$/.test(base) && complete(`${base} ${base}`) === base) classes.add(base);
      }
    }
  }
  return [...classes];
}

it('every two classes of the project override each other as in the library’s own list', { timeout: TIMEOUT_MS }, () => {
  const classes = classesInUse();
  expect(classes.length).toBeGreaterThan(300);
  const wrong: string[] = [];
  for (const first of classes) {
    for (const second of classes) {
      const both = `${first} ${second}`;
      if (first !== second && classNames(both) !== complete(both)) wrong.push(`${both} → ${complete(both)}`);
    }
  }
  expect(wrong).toEqual([]);
});

it.each([
  ['hover:p-2 p-4 hover:p-6', 'p-4 hover:p-6'],
  ['data-[state=open]:bg-hover bg-ink data-[state=open]:bg-line', 'bg-ink data-[state=open]:bg-line'],
  ['[&>svg]:h-3 h-5 [&>svg]:size-4', 'h-5 [&>svg]:size-4'],
  ['-mt-2 unknown mt-4 unknown', 'unknown mt-4 unknown'],
])('of classes under the same conditions the later wins, of all others none: %s', (both, kept) => {
  expect(classNames(both)).toBe(kept);
  expect(complete(both)).toBe(kept);
});

it('leaves out empty values', () => {
  expect(classNames('p-4', false, undefined, null, 'px-2')).toBe('p-4 px-2');
});
