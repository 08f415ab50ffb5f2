import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AlarmsClient, type Destination } from '#/bench/ours/alarms-client.ts';
import type { ApiQuestions } from '#/bench/ours/api-main.ts';
import { GrpcAlarmsClient } from '#/bench/ours/grpc-alarms-client.ts';
import type { Participant } from '#/bench/participant.ts';
import { Child } from '#/bench/processes/child.ts';
import type { CleanUp } from '#/bench/processes/clean-up.ts';
import { type Log, logIn } from '#/bench/processes/open-log.ts';
import type { Postgres } from '#/bench/processes/postgres.ts';
import { migrate } from '#/lib/db/migrate.ts';

/** Our service while it runs. */
export type Running = {
  client: AlarmsClient;
  /** A client whose alarms go to another target. */
  clientTo: (to: Destination) => AlarmsClient;
  grpc: GrpcAlarmsClient;
  databaseUrl: string;
  /** Processor time used by the API process so far. */
  apiProcessorMs: () => Promise<number>;
};

export type Ours = Omit<Participant, 'start'> & {
  /** With this many workers, one by default. */
  start: (workers?: number) => Promise<void>;
  /** Throws when it is not started. */
  running: () => Running;
};

type OursOptions = { cleanUp: CleanUp; postgres: Postgres; hook: string; profileFolder: string | null };

const DATABASE = 'ours';
const READY_TIMEOUT_MS = 60_000;
const API_KEY = `bench_${randomBytes(24).toString('hex')}`;

/** Timer Service as it runs: the API in one process, each worker in another, with default settings. */
export function startOurs(options: OursOptions): Ours {
  let started: (Running & { stop: () => Promise<void> }) | undefined;
  options.cleanUp.add(() => started?.stop());
  const running = () => {
    if (!started) throw new Error('Ours is not started.');
    return started;
  };
  return {
    name: 'ours',
    label: 'API and worker with default settings, webhooks signed',
    grainUs: 1,
    running,
    start: async (workers = 1) => {
      started = await start(options, workers);
    },
    create: (alarms) => running().client.createAll(alarms),
    stop: async () => {
      await started?.stop();
      started = undefined;
    },
  };
}

async function start({ cleanUp, postgres, hook, profileFolder }: OursOptions, workers: number) {
  await postgres.dropDatabase(DATABASE);
  const databaseUrl = await postgres.makeDatabase(DATABASE);
  await migrate(databaseUrl);
  const env = settings(databaseUrl);
  const flags = profileFolder ? ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`] : [];
  const children: Child[] = [];
  const stop = async () => {
    await client?.close();
    grpc?.close();
    await Promise.all(children.map((child) => child.stop()));
  };
  let client: AlarmsClient | undefined;
  let grpc: GrpcAlarmsClient | undefined;
  try {
    const api = new Child<ApiQuestions>({
      args: [...flags, 'bench/ours/api-main.ts'],
      env,
      log: logIn(cleanUp.folder, 'ours-api'),
    });
    children.push(api as unknown as Child);
    await api.ready();
    const args = [...flags, '--import', './scripts/supervisor/follow-parent.mjs', 'worker/main.ts'];
    for (let n = 1; n <= workers; n++) {
      const log = logIn(cleanUp.folder, `ours-worker-${n}`);
      // One port of metrics is enough for a machine.
      const worker = new Child({ args, env: n === 1 ? env : { ...env, WORKER_METRICS_PORT: '0' }, log });
      children.push(worker);
      await untilReady(worker, log);
    }
    const apiUrl = `http://127.0.0.1:${await api.call('port', null)}`;
    const clientTo = (to: Destination) => new AlarmsClient({ apiUrl, apiKey: API_KEY, to });
    client = clientTo({ url: hook });
    grpc = new GrpcAlarmsClient({ url: `http://127.0.0.1:${await api.call('grpcPort', null)}`, apiKey: API_KEY, hook });
    return { client, clientTo, grpc, databaseUrl, apiProcessorMs: () => api.call('processorMs', null), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settings(databaseUrl: string): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    AUTH_SECRET: randomBytes(32).toString('base64'),
    NODE_ENV: 'production',
    LOG_FORMAT: 'json',
    CANARY_EVERY_SECONDS: '0',
    BOOTSTRAP_EMAIL: 'bench@example.com',
    BOOTSTRAP_PASSWORD: randomBytes(16).toString('hex'),
    BOOTSTRAP_WORKSPACE: 'Bench',
    BOOTSTRAP_API_KEY: API_KEY,
    ALARM_ALLOWED_CIDRS: '127.0.0.0/8,::1/128',
    RATE_LIMIT_PER_KEY: '0',
    RATE_LIMIT_PER_PERSON: '0',
    RATE_LIMIT_PER_WORKSPACE: '0',
    RATE_LIMIT_PER_ADDRESS: '0',
  };
}

/** Waits until the worker's log says that it is ready. */
async function untilReady(worker: Child, log: Log): Promise<void> {
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  while (!log.hasLogged('worker is ready')) {
    worker.assertRunning();
    if (performance.now() > giveUpAt) throw new Error(`The worker does not get ready. ${log.tail()}`);
    await delay(50);
  }
}
