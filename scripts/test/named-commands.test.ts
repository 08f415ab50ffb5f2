import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '#/scripts/project.ts';
import { gateTests } from '#/scripts/test/test-files.ts';

/** Pages that name commands. Decisions describe their own date, and README's table the current state. */
const PAGES = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: ROOT }).sort()];

const below = (pattern: string) => globSync(pattern, { cwd: ROOT });
/** The files that the words after a command select from, by the command's beginning. */
const CHOICES: [beginning: RegExp, files: () => string[]][] = [
  [/^npx vitest run /, gateTests],
  [/^npm test -- unit /, gateTests],
  [/^npm test -- e2e /, () => below('e2e/*.spec.ts')],
  [/^npm run prove -- proofs /, () => below('test/proofs/*.proof.test.ts')],
  [/^npm run prove -- models /, gateTests],
  [/^npm run prove -- journeys /, () => below('e2e/*.spec.ts')],
  [/^npm run prove -- screens /, () => [...below('e2e/every-screen*.spec.ts'), ...below('e2e/prove/*.spec.ts')]],
  [/^npm run bench -- speed /, () => below('test/speed/*.speed.test.ts')],
  [/^npm run bench -- journeys /, () => below('e2e/speed/*.spec.ts')],
];

const scripts = Object.keys(JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')).scripts);

/** Commands in backticks of a page, without settings before them: `npm run prove -- proofs kills`. */
function commandsOf(page: string): string[] {
  const text = readFileSync(path.join(ROOT, page), 'utf8');
  return [...text.matchAll(/`(?:[A-Z_]+=\S+ )*((?:npm run|npm test|npx vitest run)[^`]*)`/g)].map(([, it]) => it ?? '');
}

/** Words of a command that match none of its files; placeholders such as FILE or [FILE] don't count. */
function wordsWithoutFile(command: string): string[] {
  const [beginning, files] = CHOICES.find(([it]) => it.test(command)) ?? [];
  if (!beginning || !files) return [];
  const words = command.replace(beginning, '').split(' ');
  return words.filter((word) => !/^\[?[A-Z]+\]?$/.test(word) && !files().some((file) => file.includes(word)));
}

describe.each(PAGES)('%s', (page) => {
  const commands = commandsOf(page);

  test('names scripts that package.json has', () => {
    const named = commands.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? []);
    expect(named.filter((name) => !scripts.includes(name))).toEqual([]);
  });

  test('names commands that find a file to run', () => {
    expect(commands.filter((command) => wordsWithoutFile(command).length > 0)).toEqual([]);
  });
});

test('README names existing files and folders as proof of each guarantee', () => {
  const guarantees = readFileSync(path.join(ROOT, 'README.md'), 'utf8').split('## Guarantees')[1]?.split('\n## ')[0];
  const named = [...(guarantees ?? '').matchAll(/\(`([\w./-]+)`\)/g)].map(([, file]) => file ?? '');
  expect(named.length).toBeGreaterThan(1);
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});

test('a command whose words match nothing is detected', () => {
  expect(wordsWithoutFile('npm run prove -- proofs phase-turns')).toEqual(['phase-turns']);
  expect(wordsWithoutFile('npm run prove -- proofs kills')).toEqual([]);
});
