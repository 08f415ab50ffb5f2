import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readKnownFlakes } from '#/scripts/test/known-flakes.ts';
import { failedFiles, plainError, readOutcomes, type TestOutcome } from '#/scripts/test/outcomes.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'outcomes-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const one: TestOutcome = {
  project: 'pure',
  file: 'lib/a.test.ts',
  test: 'adds',
  state: 'passed',
  ms: 1,
  limitMs: 60_000,
  error: null,
  load: 0.5,
};

function written(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('a run that wrote nothing and failed is one failure of the runner', () => {
  const outcomes = readOutcomes(path.join(folder, 'none.jsonl'), 'vitest', false);
  expect(outcomes).toMatchObject([{ project: 'vitest', file: null, state: 'failed' }]);
});

test('a run that failed although all its tests passed adds one failure', () => {
  const file = written('killed.jsonl', `${JSON.stringify(one)}\n`);
  expect(readOutcomes(file, 'vitest', true)).toEqual([one]);
  expect(readOutcomes(file, 'vitest', false).map(({ state }) => state)).toEqual(['passed', 'failed']);
});

test('a run that failed because of its tests adds no further failure', () => {
  const file = written('failed.jsonl', `${JSON.stringify({ ...one, state: 'failed' })}\n`);
  expect(readOutcomes(file, 'vitest', false)).toHaveLength(1);
});

test('a file with three failed tests is rerun once, separately in each project', () => {
  const failed = { ...one, state: 'failed' as const };
  const all = [
    failed,
    { ...failed, test: 'subtracts' },
    { ...failed, project: 'db' },
    { ...one, file: 'lib/b.test.ts' },
  ];
  expect(failedFiles(all)).toEqual([
    { project: 'pure', file: 'lib/a.test.ts' },
    { project: 'db', file: 'lib/a.test.ts' },
  ]);
});

test('an error is kept without the colors of a terminal', () => {
  expect(plainError('\u001b[31mexpected\u001b[39m 1')).toBe('expected 1');
  expect(plainError(undefined)).toBe('It failed without a message.');
});

test('a file of known flakes without a cause is rejected with a message', () => {
  const entry = { file: 'a', test: 'b', cause: 'flaky', entered: '2026-11-23', expires: '2026-11-24' };
  const file = written('flakes.json', JSON.stringify([entry]));
  expect(() => readKnownFlakes(file)).toThrow('test/flakes.json is not as it must be');
  expect(readKnownFlakes(path.join(folder, 'none.json'))).toEqual([]);
});
