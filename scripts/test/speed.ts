import { generateClient } from '#/scripts/build/generate-client.ts';
import { runJourneys } from '#/scripts/test/journeys.ts';
import { loadLines } from '#/scripts/test/machine-load.ts';
import type { TestOutcome } from '#/scripts/test/outcomes.ts';
import { runVitest } from '#/scripts/test/run-vitest.ts';
import { verdictLines } from '#/scripts/test/show-verdict.ts';
import { testRun, withCrash } from '#/scripts/test/test-run.ts';
import { verdictOf } from '#/scripts/test/verdict.ts';

// `npm run bench -- speed` (workers, endpoints, sockets) and `npm run bench -- journeys` (clicks, paints, Lighthouse):
// figures next to their targets. A missed target is reported and fails nothing; only broken logic does.

const [part, ...words] = process.argv.slice(2);
const run = await testRun();
const { home, log, server } = run;
for (const line of loadLines()) log(line);
const outcomes = await withCrash(part ?? 'speed', measure);
const verdict = verdictOf(outcomes, [], [], '');
await run.end(verdict.failed > 0);
for (const line of verdictLines(verdict)) console.log(line);
process.exit(verdict.failed > 0 || verdict.passed === 0 ? 1 : 0);

async function measure(): Promise<TestOutcome[]> {
  await generateClient();
  return part === 'journeys'
    ? runJourneys(server, { home, log, args: words, projects: ['speed'] })
    : runVitest(server, { home, projects: ['speed'], args: words });
}
