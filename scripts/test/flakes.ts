import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { runJourneys } from '#/scripts/test/journeys.ts';
import { loadLines } from '#/scripts/test/machine-load.ts';
import type { TestOutcome } from '#/scripts/test/outcomes.ts';
import { GATE_PROJECTS, runVitest } from '#/scripts/test/run-vitest.ts';
import { orCrash, testRun } from '#/scripts/test/test-run.ts';

// `npm run flakes -- FILE… --times 20 --load 2`: runs files again and again, beside so many busy loops, and reports how
// often each passed. Journeys of a round share one service. A fix of a flaky test counts when it is 20 of 20.

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
  const outcomes = [
    ...(await orCrash('flakes', () => tests(files))),
    ...(await orCrash('flakes', () => journeys(files))),
  ];
  failures.push(...outcomes.filter(({ state }) => state === 'failed'));
  for (const [file, count] of good) {
    const own = outcomes.filter((outcome) => !outcome.file || outcome.file.includes(file));
    const isGood = own.some(({ state }) => state === 'passed') && own.every(({ state }) => state !== 'failed');
    good.set(file, count + Number(isGood));
    log(`${file}: ${good.get(file)} of ${round} passed`);
  }
}
for (const line of loadLines()) log(line);
for (const loop of loops) loop.kill('SIGKILL');
await run.end(failures.length > 0);
for (const [name, count] of countByName(failures)) console.log(`FAILED ${count} of ${times}: ${name}`);
for (const [file, count] of good) console.log(`${file}: ${count} of ${times} passed beside ${load} busy loops`);
process.exit([...good.values()].every((count) => count === times) ? 0 : 1);

async function journeys(names: readonly string[]): Promise<TestOutcome[]> {
  const args = names.filter(isJourney);
  if (args.length === 0) return [];
  const projects = ['journeys', 'whole-browser', 'prove', 'prove-journeys', 'prove-whole-browser', 'serial'] as const;
  const isOfFirstRun = args.some((name) => name.includes('first-run'));
  return runJourneys(run.server, { home, log, args, ...(isOfFirstRun ? {} : { projects }) });
}

async function tests(names: readonly string[]): Promise<TestOutcome[]> {
  const args = names.filter((name) => !isJourney(name));
  if (args.length === 0) return [];
  return runVitest(run.server, { home, projects: [...GATE_PROJECTS, 'balanced', 'proofs'], args });
}

function isJourney(name: string): boolean {
  return name.startsWith('e2e/');
}

function countByName(outcomes: readonly TestOutcome[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { test, error } of outcomes) {
    const name = `${test}\n  ${error?.split('\n', 1)[0] ?? ''}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
