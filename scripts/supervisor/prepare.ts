import { existsSync } from 'node:fs';
import path from 'node:path';
import type { SupervisorEnv } from '#/lib/core/env.ts';
import { migrate } from '#/lib/db/migrate.ts';
import { buildPages } from '#/scripts/build/build-pages.ts';
import { generateClient } from '#/scripts/build/generate-client.ts';
import { portProblem } from '#/scripts/free-port.ts';
import { ROOT } from '#/scripts/project.ts';
import { StartError } from '#/scripts/start-error.ts';
import type { Holder } from '#/scripts/supervisor/folder-lock.ts';

/** Loads the settings of `.env` into the environment, which takes precedence. */
export function readEnvFile(): void {
  const file = path.join(ROOT, '.env');
  if (!existsSync(file)) return;
  try {
    process.loadEnvFile(file);
  } catch (error) {
    throw new StartError(`.env cannot be read (${(error as Error).message}). Correct it, or remove it.`, error);
  }
}

type Ports = Pick<SupervisorEnv, 'HOST' | 'PORT' | 'GRPC_PORT' | 'WORKER_METRICS_PORT'>;

/** Fails before anything slow starts when two ports are the same, or the web process could not listen. */
export async function assertPortsFree(settings: Ports): Promise<void> {
  const { HOST, PORT, GRPC_PORT } = settings;
  const others = assertPortsDistinct(settings);
  await assertPortFree(HOST, { name: 'PORT', port: PORT, others });
  if (GRPC_PORT !== 0) await assertPortFree(HOST, { name: 'GRPC_PORT', port: GRPC_PORT, others });
}

/** Fails when two ports are the same; returns those that are set. */
export function assertPortsDistinct({ PORT, GRPC_PORT, WORKER_METRICS_PORT }: Ports): number[] {
  const ports = Object.entries({ PORT, GRPC_PORT, WORKER_METRICS_PORT }).filter(([, port]) => port !== 0);
  const others = ports.map(([, port]) => port);
  for (const [name, port] of ports) {
    const [twin] = ports.find(([other, same]) => other !== name && same === port) ?? [];
    if (twin) throw new StartError(`${name} and ${twin} are both ${port}. Set ${twin} to ${nextFree(port, others)}.`);
  }
  return others;
}

type Wanted = { name: string; port: number; others: readonly number[] };

/** Fails with what to do when a port of this machine can't be listened on; `others` are never suggested instead. */
export async function assertPortFree(host: string, { name, port, others }: Wanted): Promise<void> {
  const problem = await portProblem(host, port);
  if (!problem) return;
  const other = `${name}=${nextFree(port < 1024 ? 2999 : port, others)} npm start`;
  const texts: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use by another program. Stop that program, or choose another port: ${other}`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023: ${other}`,
    EADDRNOTAVAIL: `HOST=${host} is not an address of this machine. Use 127.0.0.1, or 0.0.0.0 to let other machines in.`,
    ENOTFOUND: `HOST=${host} is not known. Use 127.0.0.1, or 0.0.0.0 to let other machines in.`,
  };
  throw new StartError(texts[problem] ?? `The web process cannot listen on ${host}:${port} (${problem}).`);
}

/** The next port that is not one of our own. */
function nextFree(port: number, others: readonly number[]): number {
  let next = port + 1;
  while (others.includes(next)) next++;
  return next;
}

/** The message when another process of this service uses the folder. */
export function folderInUse(holder: Holder): StartError {
  if (holder.isStopping) {
    return new StartError(
      `${holder.name} is stopping in this folder (process ${holder.pid}): it is finishing work in progress, which can take a minute. Start again once it has ended. To end it at once: kill ${holder.pid}.`,
    );
  }
  const where = holder.url ? ` and serves ${holder.url}` : '';
  return new StartError(
    `${holder.name} already runs in this folder (process ${holder.pid})${where}. Use that one, or end it first (Ctrl-C where it runs, or: kill ${holder.pid}).`,
  );
}

/** The message when a script needs exclusive access while another process of this service uses the database. */
export function stopFirst(holder: Holder): StartError {
  return new StartError(
    `${holder.name} runs in this folder (process ${holder.pid}) and uses the database: stop it first (Ctrl-C where it runs, or: kill ${holder.pid}), then run this again.`,
  );
}

/** Brings the client, the pages (not in development, where they are built on demand) and the tables up to date. */
export async function bringUpToDate(
  openDatabase: () => Promise<string>,
  { dev, log }: { dev: boolean; log: (part: string, line: string) => void },
): Promise<void> {
  const code = async () => {
    if (await generateClient()) log('start', 'generated the database client');
    if (!dev) await buildPages((line) => log('start', line));
  };
  const data = async () => {
    const url = await openDatabase();
    await migrate(url, {
      onApply: (name) => log('database', `applying migration ${name}`),
      onBlocked: (name) => log('database', `migration ${name} waits for a table that is in use`),
    });
    log('database', 'ready');
  };
  const results = await Promise.allSettled([data(), code()]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}
