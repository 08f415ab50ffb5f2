import { parseArgs } from 'node:util';
import { readSupervisorEnv } from '#/lib/core/env.ts';
import { longestDrainMs } from '#/lib/core/shutdown.ts';
import { keepSecrets, makeDataFolder } from '#/scripts/database/secrets.ts';
import { openServiceDatabase, type ServiceDatabase } from '#/scripts/database/service-database.ts';
import { DATA_FOLDER } from '#/scripts/project.ts';
import { isForPeople } from '#/scripts/start-error.ts';
import { type FolderLock, lockFolder } from '#/scripts/supervisor/folder-lock.ts';
import { nextSteps } from '#/scripts/supervisor/next-steps.ts';
import { assertPortsFree, bringUpToDate, folderInUse, readEnvFile } from '#/scripts/supervisor/prepare.ts';
import { startProcesses } from '#/scripts/supervisor/processes.ts';
import { jsonSpeech, type LogLine, prettySpeech } from '#/scripts/supervisor/speak.ts';
import type { SupervisedProcess } from '#/scripts/supervisor/supervise.ts';

/** Running parts, in the order they started; stopped in reverse. */
type Up = { lock?: FolderLock; database?: Promise<ServiceDatabase>; processes: SupervisedProcess[] };

/** Web and worker get at least this long to finish what they are doing; the worker takes up to 29 s of it. */
const MIN_GRACE_MS = 30_000;
/** Longer than the web process may take. */
const MARGIN_MS = 1_000;
/** One Ctrl-C arrives more than once (terminal, npm, the launching Node); a person's second one comes later. */
const SAME_SIGNAL_MS = 800;

const { values: flags } = parseArgs({
  options: {
    dev: { type: 'boolean', default: false },
    // For tests: another folder than .data, and nothing from .env.
    data: { type: 'string', default: DATA_FOLDER },
    'no-env-file': { type: 'boolean', default: false },
  },
});
const up: Up = { processes: [] };
let logLine: LogLine = (_part, line) => console.log(line);
let graceMs = MIN_GRACE_MS;
let stoppingSince = 0;
let failing = false;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onSignal(signal));
// The parent process was killed outright.
process.on('disconnect', () => onSignal('SIGHUP'));
process.channel?.unref();
// The output is no longer read (a closed pipe), which is no reason to end.
process.stdout.on('error', () => {});
process.on('uncaughtException', (error) => fail(error));

try {
  await start();
} catch (error) {
  await fail(error);
}

async function start(): Promise<void> {
  if (!flags['no-env-file']) readEnvFile();
  const settings = readSupervisorEnv();
  graceMs = Math.max(MIN_GRACE_MS, longestDrainMs(settings.DRAIN_SECONDS) + MARGIN_MS);
  logLine = process.env.LOG_FORMAT === 'json' ? jsonSpeech() : prettySpeech();
  makeDataFolder(flags.data);
  const taken = await lockFolder(flags.data, flags.dev ? 'npm run dev' : 'npm start');
  if ('holder' in taken) throw folderInUse(taken.holder);
  up.lock = taken.lock;
  await assertPortsFree(settings);
  const secrets = keepSecrets(flags.data);

  let databaseUrl = settings.DATABASE_URL ?? '';
  const openDatabase = async () => {
    if (databaseUrl) return databaseUrl;
    const log = (line: string) => logLine('database', line);
    up.database = openServiceDatabase({ dataFolder: flags.data, password: secrets.databasePassword, log });
    databaseUrl = (await up.database).url;
    return databaseUrl;
  };
  await bringUpToDate(openDatabase, { dev: flags.dev, log: logLine });
  if (stoppingSince) return;
  taken.lock.announce({ databaseUrl });

  const env = { DATABASE_URL: databaseUrl, AUTH_SECRET: settings.AUTH_SECRET ?? secrets.authSecret };
  await startProcesses({
    settings,
    env,
    dev: flags.dev,
    logLine,
    register: (supervised) => up.processes.push(supervised),
    fail,
  });
  if (stoppingSince) return;
  taken.lock.announce({ url: settings.APP_URL });
  logLine('start', await nextSteps(settings, databaseUrl, flags));
  process.send?.({ ready: true });
}

/** SIGTERM requests a graceful end, as for one process of several; at a terminal no one wants to wait for that. */
function onSignal(signal: NodeJS.Signals): void {
  if (!stoppingSince) {
    stoppingSince = performance.now();
    logLine('start', 'stopping (Ctrl-C again to hurry) …');
    stop(signal === 'SIGTERM' ? 'SIGTERM' : 'SIGINT').then(
      () => process.exit(0),
      (error) => fail(error),
    );
  } else if (performance.now() - stoppingSince > SAME_SIGNAL_MS) {
    for (const supervised of up.processes) supervised.kill();
  }
}

async function stop(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  announceStopping();
  await Promise.all(up.processes.map((supervised) => supervised.stop(signal, graceMs)));
  await stopDatabase();
  up.lock?.release();
  logLine('start', up.database ? 'stopped; your data is kept' : 'stopped');
}

/** A second start meanwhile learns that this one is about to end. */
function announceStopping(): void {
  try {
    up.lock?.announce({ isStopping: true });
  } catch (error) {
    // A full disk or a missing folder must not prevent the stop.
    logLine('start', `other processes can't be told: ${error instanceof Error ? error.message : error}`);
  }
}

/** Including one that is still starting: otherwise it would outlive this process. */
async function stopDatabase(): Promise<void> {
  const database = await up.database?.catch(() => undefined);
  await database?.stop();
}

async function fail(error: unknown): Promise<void> {
  if (failing) return;
  failing = true;
  stoppingSince ||= performance.now();
  console.error(`\n${isForPeople(error) ? (error as Error).message : ((error as Error).stack ?? error)}\n`);
  announceStopping();
  await Promise.allSettled(up.processes.map((supervised) => supervised.stop('SIGINT', graceMs)));
  await stopDatabase().catch(() => {});
  up.lock?.release();
  process.exit(1);
}
