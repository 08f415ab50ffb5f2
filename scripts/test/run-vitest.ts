import path from 'node:path';
import { readOutcomes, type TestFile, type TestOutcome } from '#/scripts/test/outcomes.ts';
import { runShown } from '#/scripts/test/run-shown.ts';
import type { TestServer } from '#/test/database-server.ts';

/** Projects of vitest.config.ts that are the gate's. */
export const GATE_PROJECTS = ['pure', 'db', 'own-process'] as const;
const PROJECTS = [...GATE_PROJECTS, 'balanced', 'proofs', 'soak', 'speed'] as const;
export type VitestProject = (typeof PROJECTS)[number];

type Options = {
  /** Where its outcomes are written. */
  home: string;
  projects: readonly VitestProject[];
  /** Passed on to Vitest: parts of file names, and options. */
  args?: readonly string[];
  env?: Record<string, string>;
};

let runs = 0;

/** Runs Vitest with its output on the screen, on a running server. */
export async function runVitest(server: TestServer, { home, projects, args = [], env = {} }: Options) {
  runs += 1;
  const target = path.join(home, `vitest-${runs}.jsonl`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const reporters = ['--reporter=default', '--reporter=./scripts/test/reporters/vitest-outcomes.ts'];
  const ok = await runShown('vitest/vitest.mjs', ['run', ...args, ...chosen, ...reporters], {
    ...env,
    TEST_DATABASE_SERVER: server.url('postgres'),
    TEST_OUTCOMES_FILE: target,
  });
  return readOutcomes(target, 'vitest', ok);
}

/** Runs one file by itself. */
export async function runVitestFile(server: TestServer, home: string, { project, file }: TestFile) {
  const outcomes = await runVitest(server, { home, projects: [project as VitestProject], args: [file] });
  // Vitest takes every file whose path has this one in it.
  return outcomes.filter((outcome) => outcome.file === file || outcome.file === null);
}

export function isVitest({ project }: Pick<TestOutcome, 'project'>): boolean {
  return PROJECTS.some((name) => name === project);
}
