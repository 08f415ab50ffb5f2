import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { runJourneys } from '#/scripts/test/journeys.ts';
import { loadLines } from '#/scripts/test/machine-load.ts';
import type { TestOutcome } from '#/scripts/test/outcomes.ts';
import { GATE_PROJECTS, runVitest } from '#/scripts/test/run-vitest.ts';
import { orCrash, testRun } from '#/scripts/test/test-run.ts';

// `npm run flakes -- FILE --times 20 --load 2`: runs a file again and again, beside so many busy loops, and reports how
// often it passed. A fix of a flaky test counts when it is 20 of 20.

const USAGE = 'Usage: npm run flakes -- FILE [--times 20] [--load 2]';
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' }, load: { type: 'string', default: '0' } },
});
const [file] = positionals;
const times = Number(values.times);
const load = Number(values.load);
if (!file || positionals.length > 1 || !(times >= 1) || !(load >= 0)) {
  console.error(USAGE);
  process.exit(2);
}

const run = await testRun();
const { home, log } = run;
const loops = Array.from({ length: load }, () => spawn(process.execPath, ['-e', 'for(;;);'], { stdio: 'ignore' }));
process.once('exit', () => loops.map((loop) => loop.kill('SIGKILL')));
await generateClient();
const failures: TestOutcome[] = [];
let good = 0;
for (let round = 1; round <= times; round += 1) {
  const outcomes = await orCrash('flakes', () => once(file));
  const failed = outcomes.filter(({ state }) => state === 'failed');
  if (failed.length === 0 && outcomes.some(({ state }) => state === 'passed')) good += 1;
  failures.push(...failed);
  log(`${good} of ${round} passed`);
}
for (const line of loadLines()) log(line);
for (const loop of loops) loop.kill('SIGKILL');
await run.end(failures.length > 0);
for (const [name, count] of countByName(failures)) console.log(`FAILED ${count} of ${times}: ${name}`);
console.log(`${file}: ${good} of ${times} passed beside ${load} busy loops`);
process.exit(good === times ? 0 : 1);

function once(name: string): Promise<TestOutcome[]> {
  if (name.startsWith('e2e/')) {
    const projects = ['journeys', 'whole-browser', 'prove', 'prove-journeys', 'prove-whole-browser', 'serial'] as const;
    return runJourneys(run.server, { home, log, args: [name], ...(name.includes('first-run') ? {} : { projects }) });
  }
  return runVitest(run.server, { home, projects: [...GATE_PROJECTS, 'balanced', 'proofs'], args: [name] });
}

function countByName(outcomes: readonly TestOutcome[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { test, error } of outcomes) {
    const name = `${test}\n  ${error?.split('\n', 1)[0] ?? ''}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
