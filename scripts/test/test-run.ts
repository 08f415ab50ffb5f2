import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isForPeople } from '#/scripts/start-error.ts';
import { crashOf, type TestOutcome } from '#/scripts/test/outcomes.ts';
import { startTestServer, type TestServer } from '#/test/database-server.ts';

export type TestRun = {
  server: TestServer;
  /** Holds data, logs and reports of the run. */
  home: string;
  log: (line: string) => void;
  /** Stops the server; keeps the folder, and says where it is, when something failed. */
  end: (failed: boolean) => Promise<void>;
};

/** A throwaway PostgreSQL and a folder for one run of tests. Both are removed when the run is interrupted. */
export async function testRun(): Promise<TestRun> {
  const home = mkdtempSync(path.join(tmpdir(), 'timer-service-run-'));
  const log = (line: string) => console.log(`test │ ${line}`);
  const server = await startTestServer().catch(failWithoutServer);
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, async () => {
      if (interrupted) return;
      interrupted = true;
      await server.stop();
      process.exit(130);
    });
  }
  return {
    server,
    home,
    log,
    end: async (failed) => {
      await server.stop();
      if (failed) log(`logs and reports are in ${home}`);
      else rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A part that cannot even start counts as one failure next to the outcomes of the others. */
export async function withCrash(part: string, run: () => Promise<TestOutcome[]>): Promise<TestOutcome[]> {
  try {
    return await run();
  } catch (error) {
    const text = isForPeople(error) ? error.message : ((error as Error).stack ?? String(error));
    console.error(`\n${text}\n`);
    return [crashOf(part, text)];
  }
}

/** Without a database nothing can run, and the last line says so in its usual form. */
function failWithoutServer(error: unknown): never {
  console.error(`\n${isForPeople(error) ? error.message : ((error as Error).stack ?? error)}\n`);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exit(1);
}
