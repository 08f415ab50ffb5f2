import { generateClient } from '#/scripts/build/generate-client.ts';
import { appendDurations, slowLines } from '#/scripts/test/durations.ts';
import { hasJourneys, runJourneys } from '#/scripts/test/journeys.ts';
import { readKnownFlakes } from '#/scripts/test/known-flakes.ts';
import { loadLines } from '#/scripts/test/machine-load.ts';
import { failedFiles, type TestOutcome } from '#/scripts/test/outcomes.ts';
import { GATE_PROJECTS, isVitest, runVitest, runVitestFile } from '#/scripts/test/run-vitest.ts';
import { verdictLines, writeFlaky } from '#/scripts/test/show-verdict.ts';
import { testRun, withCrash } from '#/scripts/test/test-run.ts';
import { verdictOf } from '#/scripts/test/verdict.ts';

// `npm test`, the gate: every test that does not depend on speed, on one throwaway PostgreSQL. Failed files are run
// once more, alone, at the end. `npm test -- unit` or `npm test -- e2e` runs one half; further arguments go to the
// runner, and then nothing is rerun: `npm test -- e2e accounts --repeat-each=20`.

const [only, ...filter] = process.argv.slice(2);
const startedAt = new Date().toISOString();
const isWhole = filter.length === 0;
const run = await testRun();
const { home, log } = run;

for (const line of loadLines()) log(line);
const first = await withCrash('npm test', runAll);
const again = isWhole ? await withCrash('rerun', runFailedAgain) : [];
const verdict = verdictOf(first, again, readKnownFlakes(), startedAt.slice(0, 10));
appendDurations([...first, ...again], startedAt);
for (const line of isWhole ? slowLines(first) : []) log(line);
writeFlaky(verdict.flaky);
await run.end(verdict.failed > 0);
for (const line of verdictLines(verdict)) console.log(line);
process.exit(verdict.failed > 0 || verdict.passed === 0 ? 1 : 0);

async function runAll(): Promise<TestOutcome[]> {
  await generateClient();
  const outcomes: TestOutcome[] = [];
  if (only !== 'e2e') outcomes.push(...(await runUnitTests()));
  if (only !== 'unit' && hasJourneys()) {
    outcomes.push(...(await withCrash('journeys', () => runJourneys(run.server, { home, log, args: filter }))));
  }
  return outcomes;
}

async function runUnitTests(): Promise<TestOutcome[]> {
  return runVitest(run.server, { home, projects: GATE_PROJECTS, args: filter });
}

/** Each failed file once more, with nothing else running. */
async function runFailedAgain(): Promise<TestOutcome[]> {
  const files = failedFiles(first);
  const outcomes: TestOutcome[] = [];
  for (const file of files.filter(isVitest)) {
    log(`running again, alone: ${file.file}`);
    outcomes.push(...(await runVitestFile(run.server, home, file)));
  }
  const journeys = files.filter((file) => !isVitest(file)).map(({ file }) => file);
  if (journeys.length === 0) return outcomes;
  log(`running again, one after the other: ${journeys.join(', ')}`);
  const options = { home, log, args: [...journeys, '--workers=1'] };
  return [...outcomes, ...(await withCrash('journeys', () => runJourneys(run.server, options)))];
}
