import path from 'node:path';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { OUTSIDE_TESTS, plainError, recordOutcome } from '#/scripts/test/outcomes.ts';

/** Records the outcome of each journey while Playwright runs. */
export default class PlaywrightOutcomes implements Reporter {
  onTestEnd(test: TestCase, result: TestResult): void {
    const [, project = '', , ...titles] = test.titlePath();
    const state = result.status === 'skipped' ? 'skipped' : test.outcome() === 'expected' ? 'passed' : 'failed';
    recordOutcome({
      project,
      file: path.relative(process.cwd(), test.location.file),
      test: titles.join(' › '),
      state,
      ms: Math.round(result.duration),
      limitMs: test.timeout,
      error: state === 'failed' ? plainError(result.error?.stack ?? result.error?.message ?? result.status) : null,
    });
  }

  /** Failures outside of any journey: a file that does not load, a worker that died. */
  onError(error: TestError): void {
    const file = error.location ? path.relative(process.cwd(), error.location.file) : null;
    const text = plainError(error.stack ?? error.message ?? error.value);
    recordOutcome({
      project: 'journeys',
      file,
      test: OUTSIDE_TESTS,
      state: 'failed',
      ms: 0,
      limitMs: null,
      error: text,
    });
  }
}
