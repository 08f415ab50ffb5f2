import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { endWhenKilled } from '#/bench/processes/clean-up.ts';
import { newId } from '#/lib/core/ids.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { type Cluster, startCluster } from '#/scripts/database/cluster.ts';
import { ensureDatabase } from '#/scripts/database/ensure-database.ts';
import { afterFile } from '#/test/after-file.ts';

/** How PostgreSQL is stopped: `immediate` is a crash, `fast` ends the sessions and writes everything. */
export type Stop = 'fast' | 'immediate';

export type OwnDatabase = {
  url: string;
  db: Db;
  pool: pg.Pool;
  workspaceId: string;
  /** Resolves when the server has ended. */
  stop: (how: Stop) => Promise<void>;
  /** Starts it again on the same port, and resolves when it accepts connections. */
  start: () => Promise<void>;
  /**
   * Freezes the server, so that it accepts connections and stays silent, and starts another on its data: a failover
   * whose old primary falls silent and which loses nothing. Returns the new one's URL.
   */
  failOver: () => Promise<string>;
  /** Starts a hot standby of it, by streaming replication, which ends with the file. */
  startStandby: () => Promise<Standby>;
};

export type Standby = {
  url: string;
  /** Freezes it, so that it accepts connections and stays silent. */
  freeze: () => void;
  thaw: () => void;
};

const NAME = 'proof';
const SIGNALS = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/**
 * A durable PostgreSQL for this file, which may be stopped and started, with this environment. Its data is deleted with
 * the file unless it has a folder to keep, which a later run reuses. Call it in `beforeAll`.
 */
export async function ownDatabase(env: Record<string, string> = {}, kept?: string): Promise<OwnDatabase> {
  const home = kept ?? mkdtempSync(path.join(tmpdir(), 'timer-service-proof-'));
  mkdirSync(home, { recursive: true });
  // As root, Postgres runs as another user, who needs access.
  chmodSync(home, 0o711);
  let folder = path.join(home, 'postgres');
  const begin = (port?: number) => startCluster({ folder, password: 'only-for-tests', durable: true, env }, port);
  let cluster: Cluster = await begin();
  let frozen: number[] = [];
  let callOff = endWhenKilled(cluster.pid, kept ? null : home);
  const url = cluster.url(NAME);
  await ensureDatabase(cluster.url('postgres'), NAME);
  await migrate(url);
  const db = connect(url, 4);
  const pool = new pg.Pool({ connectionString: url });
  pool.on('error', () => {});
  afterFile(async () => {
    // First, so that connected clients are notified.
    for (const pid of frozen) process.kill(pid, 'SIGKILL');
    await Promise.all([db.$disconnect(), pool.end()]);
    await cluster.stop();
    callOff();
    if (!kept) rmSync(home, { recursive: true, force: true });
  });
  const { id: workspaceId } = await db.workspace.create({ data: { id: newId(), name: 'Acme', capSeconds: 86_400 } });
  return {
    url,
    db,
    pool,
    workspaceId,
    stop: async (how) => {
      process.kill(cluster.pid, SIGNALS[how]);
      await cluster.ended;
      callOff();
    },
    start: async () => {
      cluster = await begin(cluster.port);
      callOff = endWhenKilled(cluster.pid, kept ? null : home);
    },
    failOver: async () => {
      frozen = freeze(cluster.pid);
      callOff();
      const copy = path.join(home, 'promoted');
      copyData(folder, copy);
      folder = copy;
      cluster = await begin();
      callOff = endWhenKilled(cluster.pid, kept ? null : home);
      return cluster.url(NAME);
    },
    startStandby: async () => {
      const copy = path.join(home, 'standby');
      await copyLive(pool, folder, copy);
      const { password } = new URL(url);
      const conninfo = `host=127.0.0.1 port=${cluster.port} user=postgres password=${password}`;
      const settings = [`primary_conninfo=${conninfo}`, 'hot_standby=on'];
      const standby = await startCluster({ folder: copy, password, settings, env });
      const callOffStandby = endWhenKilled(standby.pid, copy);
      let stopped: number[] = [];
      const thaw = () => {
        for (const pid of stopped.splice(0)) process.kill(pid, 'SIGCONT');
      };
      afterFile(async () => {
        thaw();
        await standby.stop();
        callOffStandby();
      });
      const freezeIt = () => {
        stopped = freeze(standby.pid);
      };
      return { url: standby.url(NAME), freeze: freezeIt, thaw };
    },
  };
}

/** Copies a running server's data into the folder of a future standby, like a base backup. */
async function copyLive(pool: pg.Pool, from: string, to: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("select pg_backup_start('standby', true)");
    copyData(from, to);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    const { uid, gid } = statSync(path.join(to, 'PG_VERSION'));
    for (const [name, text] of Object.entries({ backup_label: rows[0]?.labelfile ?? '', 'standby.signal': '' })) {
      writeFileSync(path.join(to, name), text);
      // The server writes to both.
      chownSync(path.join(to, name), uid, gid);
    }
  } finally {
    client.release();
  }
}

/** Freezes a server and its backends. Returns their process ids. */
function freeze(postmaster: number): number[] {
  process.kill(postmaster, 'SIGSTOP');
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  const backends = stdout.split('\n').filter(Boolean).map(Number);
  for (const pid of backends) process.kill(pid, 'SIGSTOP');
  const frozen = [...backends, postmaster];
  // They neither end by themselves nor with their postmaster: this kills them when the test's process ends, for
  // whatever reason.
  const watcher = spawn('sh', ['-c', 'read -r word; kill -KILL "$@"', 'sh', ...frozen.map(String)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  return frozen;
}

/** The data as a crash would leave it. Owners are kept, which Node's own copy does not do. */
function copyData(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  rmSync(path.join(to, 'postmaster.pid'));
}
