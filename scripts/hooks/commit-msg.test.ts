import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '#/scripts/project.ts';

const HOOK = path.join(ROOT, 'scripts/hooks/commit-msg');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'commit-msg-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['72 characters', 'x'.repeat(72)],
  ['72 characters of two bytes', 'ä'.repeat(72)],
  ['a long body', `Fix race\n\n${'why '.repeat(40)}`],
  ["a merge with Git's own subject", `Merge branch '${'x'.repeat(80)}'`],
])('the commit hook accepts %s', (_what, message) => {
  expect(complaintOf(message)).toBeNull();
});

test.each([
  ['73 characters', 'x'.repeat(73), /73 characters; use at most 72/],
  ['a period at the end', 'Fix race.', /remove the period/],
])('the commit hook rejects a subject of %s', (_what, message, complaint) => {
  expect(complaintOf(message)).toMatch(complaint);
});

function complaintOf(message: string): string | null {
  const file = path.join(folder, 'message');
  writeFileSync(file, `${message}\n`);
  try {
    execFileSync(HOOK, [file], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return String((error as { stderr: Buffer }).stderr);
  }
}
