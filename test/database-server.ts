import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '#/scripts/database/cluster.ts';

export type TestServer = { url: (database: string) => string; stop: () => Promise<void> };

const SETTINGS = [
  // Nothing has to survive a crash of the machine here.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  // Neither UTC nor the zone of the tests' process: code that relies on the server's zone must show.
  'TimeZone=America/St_Johns',
];

/** A throwaway PostgreSQL on a free port. `stop` also removes its data. */
export async function startTestServer(): Promise<TestServer> {
  const home = mkdtempSync(path.join(tmpdir(), 'timer-service-test-'));
  // As root, Postgres runs as another user, who has to get in.
  chmodSync(home, 0o711);
  const cluster = await startCluster({
    folder: path.join(home, 'postgres'),
    password: 'only-for-tests',
    durable: false,
    settings: SETTINGS,
  });
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
