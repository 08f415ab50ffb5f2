import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playwrightCounts, sum, vitestCounts } from '#/scripts/test/counts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'counts-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function report(content: object): string {
  const file = path.join(folder, `${Math.random()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const vitest = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 1, numTodoTests: 1, testResults: [] };

test('a run without a report is one failure', () => {
  expect(vitestCounts(path.join(folder, 'none.json'), true)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  expect(playwrightCounts(path.join(folder, 'none.json'), true).failed).toBe(1);
});

test('a test file that cannot be loaded is one failure', () => {
  const broken = { ...vitest, testResults: [{ status: 'failed', assertionResults: [] }] };
  expect(vitestCounts(report(broken), false)).toEqual({ passed: 5, failed: 1, skipped: 2 });
});

test('a run that ends badly with all tests passed is one failure', () => {
  expect(vitestCounts(report(vitest), false).failed).toBe(1);
  expect(vitestCounts(report(vitest), true).failed).toBe(0);
});

test('a journey that passes at the second try only has failed', () => {
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };
  expect(playwrightCounts(report({ stats, errors: [] }), false)).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

test('the last line counts everything', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(sum([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
});
