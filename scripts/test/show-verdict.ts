import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '#/scripts/project.ts';
import type { TestOutcome } from '#/scripts/test/outcomes.ts';
import type { Flaky, Verdict } from '#/scripts/test/verdict.ts';

/** Lines of an error that fit on the last screen; the whole error is where it was first printed. */
const ERROR_LINES = 3;

/** Writes `test-results/flaky.json` when something was flaky, and removes an older one when nothing was. */
export function writeFlaky(flaky: readonly Flaky[]): void {
  const file = path.join(ROOT, 'test-results/flaky.json');
  rmSync(file, { force: true });
  if (flaky.length === 0) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(flaky, null, 2)}\n`);
}

/** The last screen: flaky tests, failures, why the run is red, and only the counts on the last line. */
export function verdictLines({ passed, failed, skipped, failures, flaky, problems }: Verdict): string[] {
  return [
    ...flaky.flatMap(flakyLines),
    ...failures.flatMap(failureLines),
    ...problems.map((problem) => `RED    ${problem}`),
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
  ];
}

function flakyLines({ file, test, error, load, known }: Flaky): string[] {
  const cause = known ? `; known: ${known}` : '';
  return [`FLAKY  ${file} › ${test} (passed when run alone; load ${load}${cause})`, ...firstLines(error)];
}

function failureLines({ project, file, test, error }: TestOutcome): string[] {
  return [`FAILED ${file ?? project} › ${test}`, ...firstLines(error ?? '')];
}

function firstLines(error: string): string[] {
  const lines = error.split('\n').filter((line) => line.trim());
  return lines.slice(0, ERROR_LINES).map((line) => `         ${line}`);
}
