import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { createCluster, hasCluster } from '#/scripts/database/create-cluster.ts';
import { chooseOsUser, type OsUser } from '#/scripts/database/os-user.ts';
import { findPrograms, type Programs } from '#/scripts/database/programs.ts';
import { freePort } from '#/scripts/free-port.ts';
import { StartError } from '#/scripts/start-error.ts';

export type ClusterOptions = {
  /** Data folder, absolute. Created when absent; its parent must exist. The log goes next to it, as `<folder>.log`. */
  folder: string;
  password: string;
  /** Server settings, as `name=value`. */
  settings?: string[];
  /** Added to this process's environment for the server. */
  env?: Record<string, string>;
  /** False for throwaway clusters of tests. */
  durable?: boolean;
  /** Called once, before a new cluster is created, which is slow. */
  onCreate?: () => void;
};

export type Cluster = {
  pid: number;
  port: number;
  /** URL of a database of this cluster, with user and password. */
  url: (database: string) => string;
  /** Settles when the server has ended, for whatever reason. */
  ended: Promise<void>;
  /** Fast, clean shutdown: sessions are ended, everything is on disk. */
  stop: () => Promise<void>;
};

const READY_TIMEOUT_MS = 60_000;
/** Backends whose postmaster was killed need a moment to notice and to release the shared memory. */
const ORPHANS_TIMEOUT_MS = 20_000;
const FAST_STOP_TIMEOUT_MS = 20_000;
const LOG_LIMIT_BYTES = 10_000_000;
const PORT_ATTEMPTS = 5;

/** Starts the cluster in the folder, and creates it first when there is none. Throws `StartError` with a message. */
export async function startCluster(options: ClusterOptions, port?: number): Promise<Cluster> {
  const programs = await findPrograms();
  const user = chooseOsUser(options.folder, programs.postgres);
  if (!hasCluster(options.folder)) {
    options.onCreate?.();
    createCluster({ ...options, durable: options.durable ?? true, user, programs });
  }
  stopOrphan(options.folder, user, programs);
  const giveUpAt = performance.now() + ORPHANS_TIMEOUT_MS;
  for (let attempt = 1; ; attempt++) {
    const outcome = await tryStart(options, port ?? (await freePort()), user, programs);
    if (outcome.cluster) return outcome.cluster;
    const isPortInUse = /Address already in use/.test(outcome.log) && attempt < PORT_ATTEMPTS;
    const orphansLeft = /pre-existing shared memory block/.test(outcome.log) && performance.now() < giveUpAt;
    if (!isPortInUse && !orphansLeft) throw startBlockedReason(options.folder, outcome.log);
    await delay(200);
  }
}

/** A server that outlived its supervisor (SIGKILL) still holds the folder: stops it cleanly. */
function stopOrphan(folder: string, user: OsUser, programs: Programs): void {
  if (!existsSync(path.join(folder, 'postmaster.pid'))) return;
  const { command, args, options } = user.launch(programs.pg_ctl, [
    'stop',
    '-D',
    folder,
    '-m',
    'fast',
    '-w',
    '-t',
    '20',
  ]);
  // A stale file of a dead server makes pg_ctl fail; the server itself would remove it when it starts.
  spawnSync(command, args, { ...options, stdio: 'ignore' });
}

type Outcome = { cluster: Cluster; log?: undefined } | { cluster?: undefined; log: string };

async function tryStart(options: ClusterOptions, port: number, user: OsUser, programs: Programs): Promise<Outcome> {
  const logFile = `${options.folder}.log`;
  const log = openLog(logFile);
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(options.settings ?? [])];
  const flags = settings.flatMap((setting) => ['-c', setting]);
  const launch = user.launch(programs.postgres, ['-D', options.folder, '-p', String(port), ...flags]);
  const child = spawn(launch.command, launch.args, {
    ...launch.options,
    // A session of its own: Ctrl-C in the terminal must reach the database last, through the supervisor.
    detached: true,
    // Straight to a file, so that the server can outlive this process without losing its log.
    stdio: ['ignore', log.descriptor, log.descriptor],
    env: { ...process.env, ...options.env, LC_ALL: 'C', PGTZ: undefined },
  });
  closeSync(log.descriptor);
  const ended = once(child, 'exit').then(
    () => {},
    () => {},
  );
  const url = (database: string) =>
    `postgresql://postgres:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${database}`;
  try {
    if (await responses(child, url('postgres'))) {
      return { cluster: { pid: child.pid as number, port, url, ended, stop: () => stop(child, ended) } };
    }
  } catch (error) {
    await stop(child, ended);
    throw error;
  }
  await stop(child, ended);
  return { log: readFileSync(logFile, 'utf8').slice(log.offset) };
}

function openLog(file: string): { descriptor: number; offset: number } {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) renameSync(file, `${file}.old`);
  return { descriptor: openSync(file, 'a', 0o600), offset: size > LOG_LIMIT_BYTES ? 0 : size };
}

/** Waits until the server accepts connections; false when it ended instead. */
async function responses(child: ChildProcess, url: string): Promise<boolean> {
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && child.pid && performance.now() < giveUpAt) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return true;
    } catch (error) {
      await client.end().catch(() => {});
      rejectLostPassword(error);
      await delay(40);
    }
  }
  return false;
}

function rejectLostPassword(error: unknown): void {
  if ((error as { code?: string }).code !== '28P01') return;
  throw new StartError(
    'The database under .data/ does not accept the password in .data/secrets.json. Put the file back that belongs to this data, or move .data/ away to start empty.',
  );
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return;
  child.kill('SIGINT');
  const slow = setTimeout(() => child.kill('SIGQUIT'), FAST_STOP_TIMEOUT_MS);
  await ended;
  clearTimeout(slow);
}

function startBlockedReason(folder: string, log: string): StartError {
  if (/pre-existing shared memory block/.test(log)) {
    return new StartError(
      `Another PostgreSQL still works on ${folder}. End it (its process id is in ${folder}/postmaster.pid) and start again.`,
    );
  }
  if (/No space left/.test(log)) return new StartError(`There is no space left for the database in ${folder}.`);
  const reasons = [...log.matchAll(/(?:FATAL|PANIC): {2}(.*)/g)].map((match) => match[1]);
  const reason = reasons[0] ?? log.trim().split('\n').at(-1) ?? 'it gave no reason';
  return new StartError(
    `The database in ${folder} does not start: ${reason}. Its log is ${folder}.log. Restore the folder from a backup, or move it away to start empty.`,
  );
}
