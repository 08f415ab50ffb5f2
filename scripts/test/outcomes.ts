import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';

/** The outcome of one test, as both runners record it: one line of JSON each, in the file of TEST_OUTCOMES_FILE. */
export type TestOutcome = {
  /** Project of Vitest or Playwright: `pure`, `db`, `journeys`, … */
  project: string;
  /** Relative to the project's root; null if the runner does not know it, as for its own crash. */
  file: string | null;
  /** Titles from the outermost `describe` to the test's own, joined by ` › `. */
  test: string;
  state: 'passed' | 'failed' | 'skipped';
  ms: number;
  /** The test's own time limit; null if it has none. */
  limitMs: number | null;
  /** The first error, without colors. */
  error: string | null;
  /** Mean number of runnable processes over the minute in which the test ended. */
  load: number;
};

export type TestFile = { project: string; file: string };

/** Represents a failure outside of any test: a file that does not load, a hook, an unhandled error. */
export const OUTSIDE_TESTS = '(outside of its tests)';

/** Called by the reporters, within the runner's own process. */
export function recordOutcome(outcome: Omit<TestOutcome, 'load'>): void {
  const target = process.env.TEST_OUTCOMES_FILE;
  if (!target) return;
  const [load = 0] = loadavg();
  appendFileSync(target, `${JSON.stringify({ ...outcome, load: Math.round(load * 10) / 10 })}\n`);
}

/** The outcomes of one run of a runner. A failed run without a failed test counts as one failure. */
export function readOutcomes(target: string, runner: string, ok: boolean): TestOutcome[] {
  const lines = existsSync(target) ? readFileSync(target, 'utf8').split('\n').filter(Boolean) : [];
  const outcomes = lines.map((line) => JSON.parse(line) as TestOutcome);
  if (ok || outcomes.some(({ state }) => state === 'failed')) return outcomes;
  return [...outcomes, crashOf(runner, `${runner} ended badly, and no test of it failed. Its output above says why.`)];
}

/** A failure that belongs to no file, so nothing can be rerun. */
export function crashOf(project: string, error: string): TestOutcome {
  const [load = 0] = loadavg();
  return { project, file: null, test: OUTSIDE_TESTS, state: 'failed', ms: 0, limitMs: null, error, load };
}

/** The files in which something failed, each once. */
export function failedFiles(outcomes: readonly TestOutcome[]): TestFile[] {
  const files = new Map<string, TestFile>();
  for (const { project, file, state } of outcomes) {
    if (state === 'failed' && file) files.set(`${project} ${file}`, { project, file });
  }
  return [...files.values()];
}

export function isIn({ project, file }: TestFile, outcome: TestOutcome): boolean {
  return outcome.project === project && outcome.file === file;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: that is how a terminal's colors begin.
const COLORS = /\u001b\[[0-9;]*m/g;

/** An error's text as shown in reports. */
export function plainError(text: string | undefined): string {
  return (text ?? 'It failed without a message.').replace(COLORS, '').trim();
}
