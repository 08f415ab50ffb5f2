import path from 'node:path';
import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';
import { OUTSIDE_TESTS, plainError, recordOutcome } from '#/scripts/test/outcomes.ts';

/** The field in which Vitest records, for an unhandled error, the file that was running. */
type Unhandled = SerializedError & { VITEST_TEST_PATH?: string };

/** Records the outcome of each test while Vitest runs, so that nothing is lost when it is killed. */
export default class VitestOutcomes implements Reporter {
  onTestCaseResult(testCase: TestCase): void {
    const { state, errors } = testCase.result();
    if (state === 'pending') return;
    recordOutcome({
      ...placeOf(testCase.module),
      test: testCase.fullName.replaceAll(' > ', ' › '),
      state,
      ms: Math.round(testCase.diagnostic()?.duration ?? 0),
      limitMs: testCase.options.timeout ?? testCase.project.config.testTimeout,
      error: state === 'failed' ? plainError(errors?.[0]?.stack ?? errors?.[0]?.message) : null,
    });
  }

  /** Hooks of a `describe`. */
  onTestSuiteResult(suite: TestSuite): void {
    for (const error of suite.errors()) recordOutside(suite.module, error.stack ?? error.message);
  }

  /** Hooks of the file, and a file that does not load. */
  onTestModuleEnd(module: TestModule): void {
    for (const error of module.errors()) recordOutside(module, error.stack ?? error.message);
  }

  onTestRunEnd(_modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    for (const error of unhandled as readonly Unhandled[]) {
      const ran = _modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH);
      const place = ran ? placeOf(ran) : { project: 'vitest', file: null };
      const text = plainError(error.stack ?? error.message);
      recordOutcome({ ...place, test: OUTSIDE_TESTS, state: 'failed', ms: 0, limitMs: null, error: text });
    }
  }
}

function recordOutside(module: TestModule, error: string | undefined): void {
  const place = placeOf(module);
  recordOutcome({ ...place, test: OUTSIDE_TESTS, state: 'failed', ms: 0, limitMs: null, error: plainError(error) });
}

function placeOf(module: TestModule): { project: string; file: string } {
  return { project: module.project.name, file: path.relative(process.cwd(), module.moduleId) };
}
