import { describe, expect, test } from 'vitest';
import type { KnownFlake } from '#/scripts/test/known-flakes.ts';
import { crashOf, OUTSIDE_TESTS, type TestOutcome } from '#/scripts/test/outcomes.ts';
import { verdictLines } from '#/scripts/test/show-verdict.ts';
import { verdictOf } from '#/scripts/test/verdict.ts';

const TODAY = '2026-11-23';

function outcome(file: string, state: TestOutcome['state'], test = 'does what it should'): TestOutcome {
  const error = state === 'failed' ? 'Error: expected 1 to be 2\n    at somewhere' : null;
  return { project: 'db', file, test, state, ms: 10, limitMs: 60_000, error, load: 1.5 };
}

const passed = (file: string, test?: string) => outcome(file, 'passed', test);
const failed = (file: string, test?: string) => outcome(file, 'failed', test);

function knownFlake(change: Partial<KnownFlake> = {}): KnownFlake {
  const entry = {
    file: 'lib/a.db.test.ts',
    test: 'does what it should',
    cause: 'A socket is closed one message late.',
  };
  return { ...entry, entered: '2026-11-20', expires: '2026-12-01', ...change };
}

test('a run in which everything passed is green', () => {
  const verdict = verdictOf([passed('lib/a.db.test.ts'), outcome('lib/b.db.test.ts', 'skipped')], [], [], TODAY);
  expect(verdict).toMatchObject({ passed: 1, failed: 0, skipped: 1, flaky: [], problems: [] });
  expect(verdictLines(verdict)).toEqual(['1 passed, 0 failed, 1 skipped']);
});

describe('a file that failed', () => {
  test('is flaky, and the run green, when it passes alone, and the last screen names it and its first error', () => {
    const first = [failed('lib/a.db.test.ts'), passed('lib/a.db.test.ts', 'another'), passed('lib/b.db.test.ts')];
    const again = [passed('lib/a.db.test.ts'), passed('lib/a.db.test.ts', 'another')];
    const verdict = verdictOf(first, again, [], TODAY);
    expect(verdict).toMatchObject({ passed: 3, failed: 0, failures: [] });
    expect(verdict.flaky).toMatchObject([{ file: 'lib/a.db.test.ts', test: 'does what it should', load: 1.5 }]);
    expect(verdictLines(verdict)).toEqual([
      'FLAKY  lib/a.db.test.ts › does what it should (passed when run alone; load 1.5)',
      '         Error: expected 1 to be 2',
      '             at somewhere',
      '3 passed, 0 failed, 0 skipped',
    ]);
  });

  test('makes the run red when it fails twice, and is named on the last screen', () => {
    const verdict = verdictOf([failed('lib/a.db.test.ts')], [failed('lib/a.db.test.ts')], [], TODAY);
    expect(verdict).toMatchObject({ passed: 0, failed: 1, flaky: [] });
    expect(verdictLines(verdict)).toContain('FAILED lib/a.db.test.ts › does what it should');
    expect(verdictLines(verdict).at(-1)).toBe('0 passed, 1 failed, 0 skipped');
  });

  test('makes the run red when another of its tests fails the second time', () => {
    const first = [failed('lib/a.db.test.ts', 'one'), passed('lib/a.db.test.ts', 'two')];
    const again = [passed('lib/a.db.test.ts', 'one'), failed('lib/a.db.test.ts', 'two')];
    expect(verdictOf(first, again, [], TODAY)).toMatchObject({ passed: 1, failed: 1, flaky: [] });
  });

  test('makes the run red when it was not rerun, or ran no tests the second time', () => {
    expect(verdictOf([failed('lib/a.db.test.ts')], [], [], TODAY).failed).toBe(1);
    expect(verdictOf([failed('lib/a.db.test.ts')], [outcome('lib/a.db.test.ts', 'skipped')], [], TODAY).failed).toBe(1);
  });

  test('that passes alone is flaky in that project only: in another project it stays red', () => {
    const elsewhere = { ...failed('lib/a.db.test.ts'), project: 'balanced' };
    const verdict = verdictOf([failed('lib/a.db.test.ts'), elsewhere], [passed('lib/a.db.test.ts')], [], TODAY);
    expect(verdict).toMatchObject({ passed: 1, failed: 1, failures: [elsewhere] });
  });

  test('is flaky under its name when a hook failed outside of its tests', () => {
    const first = [failed('lib/a.db.test.ts', OUTSIDE_TESTS), outcome('lib/a.db.test.ts', 'skipped')];
    const verdict = verdictOf(first, [passed('lib/a.db.test.ts')], [], TODAY);
    expect(verdict).toMatchObject({ passed: 1, failed: 0, skipped: 0 });
    expect(verdict.flaky).toMatchObject([{ test: OUTSIDE_TESTS }]);
  });
});

test('a crash of the runner itself is red: there is no file to rerun', () => {
  const verdict = verdictOf([passed('lib/a.db.test.ts'), crashOf('vitest', 'It ended with 137.')], [], [], TODAY);
  expect(verdict).toMatchObject({ passed: 1, failed: 1 });
  expect(verdictLines(verdict)[0]).toBe(`FAILED vitest › ${OUTSIDE_TESTS}`);
});

test('three flaky files are green, four are red', () => {
  const files = ['lib/a.test.ts', 'lib/b.test.ts', 'lib/c.test.ts', 'lib/d.test.ts'];
  const run = (count: number) =>
    verdictOf(
      files.slice(0, count).map((file) => failed(file)),
      files.map((file) => passed(file)),
      [],
      TODAY,
    );
  expect(run(3)).toMatchObject({ failed: 0, problems: [] });
  expect(run(4)).toMatchObject({ failed: 1, failures: [] });
  expect(run(4).problems[0]).toContain('4 files failed at first and passed alone');
});

test.each([
  'test/schema/spans.db.test.ts',
  'test/contract/permissions.db.test.ts',
  'test/contract/workspaces.db.test.ts',
  'lib/context/roles/role.test.ts',
  'lib/tracking/timers/timer-model.db.test.ts',
  'lib/tracking/members/races.db.test.ts',
])('a test of safety that fails once makes the run red even if it passes alone: %s', (file) => {
  const verdict = verdictOf([failed(file)], [passed(file)], [], TODAY);
  expect(verdict).toMatchObject({ passed: 1, failed: 1 });
  expect(verdictLines(verdict)).toContain(`RED    A test of safety failed once, which is once too often: ${file}`);
});

describe('test/flakes.json', () => {
  const run = (entry: KnownFlake) =>
    verdictOf([failed('lib/a.db.test.ts')], [passed('lib/a.db.test.ts')], [entry], TODAY);

  test('shows the cause next to a known flaky test', () => {
    const verdict = run(knownFlake());
    expect(verdict.failed).toBe(0);
    expect(verdictLines(verdict)[0]).toContain('; known: A socket is closed one message late.)');
  });

  test('excludes known flakes from the three that a run may have', () => {
    const files = ['lib/a.db.test.ts', 'lib/b.test.ts', 'lib/c.test.ts', 'lib/d.test.ts'];
    const [first, again] = [files.map((file) => failed(file)), files.map((file) => passed(file))];
    expect(verdictOf(first, again, [knownFlake()], TODAY).failed).toBe(0);
  });

  test('does not let a test fail twice', () => {
    expect(verdictOf([failed('lib/a.db.test.ts')], [failed('lib/a.db.test.ts')], [knownFlake()], TODAY).failed).toBe(1);
  });

  test.each([
    ['has expired', { expires: '2026-11-22' }, 'expired on 2026-11-22'],
    ['lasts longer than 14 days', { entered: '2026-11-20', expires: '2026-12-05' }, 'may last 14 days, not 15'],
    ['begins in the future', { entered: '2026-11-24' }, 'begins in the future'],
  ])('makes the run red when an entry %s, even if everything passed', (_, change, words) => {
    const verdict = verdictOf([passed('lib/b.test.ts')], [], [knownFlake(change)], TODAY);
    expect(verdict.failed).toBe(1);
    expect(verdict.problems[0]).toContain(words);
  });

  test('accepts an entry through its last day', () => {
    expect(verdictOf([], [], [knownFlake({ expires: TODAY })], TODAY).problems).toEqual([]);
  });
});
