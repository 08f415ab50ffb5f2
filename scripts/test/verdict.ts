import { type KnownFlake, problemsOf } from '#/scripts/test/known-flakes.ts';
import { failedFiles, isIn, type TestFile, type TestOutcome } from '#/scripts/test/outcomes.ts';

/** More flaky files than this in one run mean that something is wrong with the machine, the gate or the product. */
export const MAX_FLAKY_FILES = 3;

/**
 * What must not fail even once: constraints, tenant isolation, permissions, sums of time. For these a passing rerun
 * proves nothing, since a failure that happened once can happen to a user.
 */
const SAFETY = [
  /^test\/schema\//,
  /^test\/contract\/(permissions|workspaces)\.db/,
  /^lib\/context\/roles\//,
  /^lib\/tracking\/.*(races|model)\.db/,
  /^lib\/analytics\//,
];

export type Flaky = { file: string; test: string; project: string; error: string; load: number; known: string | null };

export type Verdict = {
  passed: number;
  /** Tests that failed, and one for each problem of the run as a whole. */
  failed: number;
  skipped: number;
  failures: TestOutcome[];
  flaky: Flaky[];
  /** Why a run is red although every test passed in the end. */
  problems: string[];
};

/**
 * The verdict of a run. `again` holds the outcomes of the files that failed, each run once more by itself after
 * everything else; empty when nothing was rerun.
 * @param today the day, as `2026-11-23`, on which entries of `test/flakes.json` are judged
 */
export function verdictOf(
  first: readonly TestOutcome[],
  again: readonly TestOutcome[],
  known: readonly KnownFlake[],
  today: string,
): Verdict {
  const passedOnRerun = failedFiles(first).filter((file) => passed(again, file));
  const hasPassedOnRerun = (outcome: TestOutcome) => passedOnRerun.some((file) => isIn(file, outcome));
  // A result of the rerun replaces the file's first result.
  const final = [...first.filter((one) => !hasPassedOnRerun(one)), ...again.filter(hasPassedOnRerun)];
  const failures = final.filter(({ state }) => state === 'failed');
  const flaky = first
    .filter((one) => one.state === 'failed' && hasPassedOnRerun(one))
    .map((one) => asFlaky(one, known));
  const problems = [...problemsOf(known, today), ...tooMany(flaky), ...unsafe(flaky)];
  return {
    passed: count(final, 'passed'),
    failed: failures.length + problems.length,
    skipped: count(final, 'skipped'),
    failures,
    flaky,
    problems,
  };
}

/** Whether the file was run again, to its end, and nothing in it failed. */
function passed(again: readonly TestOutcome[], file: TestFile): boolean {
  const own = again.filter((outcome) => isIn(file, outcome));
  return own.some(({ state }) => state === 'passed') && own.every(({ state }) => state !== 'failed');
}

function asFlaky({ project, file, test, error, load }: TestOutcome, known: readonly KnownFlake[]): Flaky {
  const entry = known.find((one) => one.file === file && one.test === test);
  return { project, file: file ?? '', test, error: error ?? '', load, known: entry?.cause ?? null };
}

function tooMany(flaky: readonly Flaky[]): string[] {
  const files = new Set(flaky.filter(({ known }) => !known).map(({ file }) => file));
  if (files.size <= MAX_FLAKY_FILES) return [];
  return [`${files.size} files failed at first and passed alone; ${MAX_FLAKY_FILES} are the most a run may have.`];
}

function unsafe(flaky: readonly Flaky[]): string[] {
  const files = [...new Set(flaky.map(({ file }) => file))].filter(isSafety);
  return files.map((file) => `A test of safety failed once, which is once too often: ${file}`);
}

function isSafety(file: string): boolean {
  return SAFETY.some((pattern) => pattern.test(file));
}

function count(outcomes: readonly TestOutcome[], state: TestOutcome['state']): number {
  return outcomes.filter((outcome) => outcome.state === state).length;
}
