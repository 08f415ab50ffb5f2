import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCluster } from '#/scripts/database/cluster.ts';

export type TestServer = { url: (database: string) => string; stop: () => Promise<void> };

const SETTINGS = [
  // Nothing has to survive a crash of the machine here.
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=600',
  // Plans must not depend on when a background process last sampled a table, or on which rows it sampled.
  'autovacuum=off',
  'default_statistics_target=1000',
  // Neither UTC nor the zone of the tests' process: code that relies on the server's zone must fail.
  'TimeZone=America/St_Johns',
];

/** A folder that Linux keeps in memory. */
const MEMORY_FOLDER = '/dev/shm';
/** A whole gate takes less than a quarter of it. Docker gives a container 64 MB by default. */
const MEMORY_NEEDED_BYTES = 4 * 1024 ** 3;

/** A throwaway PostgreSQL on a free port. `stop` also removes its data. */
export async function startTestServer(): Promise<TestServer> {
  const home = mkdtempSync(path.join(dataFolder(), 'timer-service-test-'));
  // As root, Postgres runs as another user, who needs access.
  chmodSync(home, 0o711);
  const cluster = await startCluster({
    folder: path.join(home, 'postgres'),
    password: 'only-for-tests',
    durable: false,
    settings: SETTINGS,
  });
  const letGo = cleanUpWhenKilled(cluster.pid, home);
  return {
    url: cluster.url,
    stop: async () => {
      await cluster.stop();
      letGo();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** In memory a test file's database is created in 10 ms: on a disk its 400 files take 70. */
function dataFolder(): string {
  if (!existsSync(MEMORY_FOLDER)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  return bavail * bsize > MEMORY_NEEDED_BYTES ? MEMORY_FOLDER : tmpdir();
}

/**
 * A killed run cannot stop its server. A shell outlives it, waits for the end of a pipe that only this process holds
 * open, and removes the rest. Returns a function that cancels it.
 */
function cleanUpWhenKilled(pid: number, home: string): () => void {
  const script = 'read -r word && exit; kill -QUIT "$1"; while kill -0 "$1"; do sleep 0.1; done; rm -rf "$2"';
  const watcher = spawn('sh', ['-c', script, 'sh', String(pid), home], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.unref();
  return () => watcher.stdin.end('stopped\n');
}
