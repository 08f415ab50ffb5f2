import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { ROOT } from '#/scripts/project.ts';
import { runJourneys } from '#/scripts/test/journeys.ts';
import { loadLines } from '#/scripts/test/machine-load.ts';
import type { TestOutcome } from '#/scripts/test/outcomes.ts';
import { GATE_PROJECTS, runVitest } from '#/scripts/test/run-vitest.ts';
import { testRun, withCrash } from '#/scripts/test/test-run.ts';

// `npm run flakes -- FILE… --times 20 --load 2`: runs files again and again, alongside this many busy loops, and
// reports how often each passed. Journeys of a round share one service. A fix of a flaky test counts when it is 20 of
// 20.

const USAGE = 'Usage: npm run flakes -- FILE… [--times 20] [--load 2]';
const { positionals: files, values } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' }, load: { type: 'string', default: '0' } },
});
const times = Number(values.times);
const load = Number(values.load);
if (files.length === 0 || !(times >= 1) || !(load >= 0)) {
  console.error(USAGE);
  process.exit(2);
}

const run = await testRun();
const { home, log } = run;
const loops = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }));
process.once('exit', () => loops.map((loop) => loop.kill('SIGKILL')));
await generateClient();
const failures: TestOutcome[] = [];
const good = new Map(files.map((file) => [file, 0]));
for (let round = 1; round <= times; round += 1) {
  for (const { names, runAll } of together(files)) {
    const outcomes = await withCrash('flakes', () => runAll(names));
    failures.push(...outcomes.filter(({ state }) => state === 'failed'));
    for (const name of names) {
      const count = (good.get(name) ?? 0) + Number(hasPassed(name, outcomes));
      good.set(name, count);
      log(`${name}: ${count} of ${round} passed`);
    }
  }
}
for (const line of loadLines()) log(line);
for (const loop of loops) loop.kill('SIGKILL');
await run.end(failures.length > 0);
for (const [name, count] of countByName(failures)) console.log(`FAILED ${count} of ${times}: ${name}`);
for (const [file, count] of good) console.log(`${file}: ${count} of ${times} passed beside ${load} busy loops`);
process.exit([...good.values()].every((count) => count === times) ? 0 : 1);

type Group = { names: string[]; runAll: (names: string[]) => Promise<TestOutcome[]> };

/** Groups of files that run together: the first-run journey has a service of its own. */
function together(names: readonly string[]): Group[] {
  const runnerOf = (name: string) => {
    if (!name.startsWith('e2e/')) return runTests;
    return name.includes('first-run') ? runFirst : runOthers;
  };
  return [...Map.groupBy(names, runnerOf)].map(([runAll, own]) => ({ names: own, runAll }));
}

function runTests(args: string[]): Promise<TestOutcome[]> {
  return runVitest(run.server, { home, projects: [...GATE_PROJECTS, 'balanced', 'proofs'], args });
}

function runFirst(args: string[]): Promise<TestOutcome[]> {
  return runJourneys(run.server, { home, log, args });
}

function runOthers(args: string[]): Promise<TestOutcome[]> {
  const projects = ['journeys', 'whole-browser', 'prove', 'prove-journeys', 'prove-whole-browser', 'serial'] as const;
  return runJourneys(run.server, { home, log, args, projects });
}

/** Whether some test of a file passed and none failed. A failure without a file may belong to any. */
function hasPassed(name: string, outcomes: readonly TestOutcome[]): boolean {
  const file = path.relative(ROOT, path.resolve(ROOT, name.replace(/:\d+$/, '')));
  const own = outcomes.filter((outcome) => outcome.file === null || outcome.file.includes(file));
  return own.some(({ state }) => state === 'passed') && own.every(({ state }) => state !== 'failed');
}

function countByName(outcomes: readonly TestOutcome[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { test, error } of outcomes) {
    const name = `${test}\n  ${error?.split('\n', 1)[0] ?? ''}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
