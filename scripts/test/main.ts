import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { isForPeople } from '#/scripts/start-error.ts';
import { type Counts, sum, vitestCounts } from '#/scripts/test/counts.ts';
import { hasJourneys, runJourneys } from '#/scripts/test/journeys.ts';
import { runShown } from '#/scripts/test/run-shown.ts';
import { startTestServer, type TestServer } from '#/test/database-server.ts';

// `npm test`: everything, on one throwaway PostgreSQL. `npm test -- unit` or `npm test -- e2e` runs one half; what
// follows is the runner's own: `npm test -- e2e accounts --repeat-each=20`.

const [only, ...filter] = process.argv.slice(2);
const home = mkdtempSync(path.join(tmpdir(), 'timer-service-run-'));
const say = (line: string) => console.log(`test │ ${line}`);
let server: TestServer | undefined;
let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, async () => {
    if (interrupted) return;
    interrupted = true;
    await server?.stop();
    process.exit(130);
  });
}

const counts = await runAll().catch((error: unknown): Counts => {
  console.error(`\n${isForPeople(error) ? error.message : ((error as Error).stack ?? error)}\n`);
  return { passed: 0, failed: 1, skipped: 0 };
});
await server?.stop();
if (counts.failed === 0) rmSync(home, { recursive: true, force: true });
else say(`logs and reports are in ${home}`);
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0);

async function runAll(): Promise<Counts> {
  await generateClient();
  server = await startTestServer();
  const parts: Counts[] = [];
  if (only !== 'e2e') parts.push(await runUnitTests(server));
  if (only !== 'unit' && hasJourneys()) parts.push(await attempt(runJourneys(server, { home, filter, say })));
  return sum(parts.length > 0 ? parts : [{ passed: 0, failed: 0, skipped: 0 }]);
}

async function runUnitTests(running: TestServer): Promise<Counts> {
  const report = path.join(home, 'vitest.json');
  const args = ['run', ...filter, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const ok = await runShown('vitest/vitest.mjs', args, { TEST_DATABASE_SERVER: running.url('postgres') });
  return vitestCounts(report, ok);
}

/** Journeys that cannot even begin are one failure beside the counts of the other tests. */
async function attempt(journeys: Promise<Counts>): Promise<Counts> {
  try {
    return await journeys;
  } catch (error) {
    console.error(`\n${isForPeople(error) ? error.message : ((error as Error).stack ?? error)}\n`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
