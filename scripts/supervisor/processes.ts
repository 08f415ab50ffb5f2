import { setTimeout as delay } from 'node:timers/promises';
import type { SupervisorEnv } from '#/lib/core/env.ts';
import { StartError } from '#/scripts/start-error.ts';
import type { LogLine } from '#/scripts/supervisor/speak.ts';
import { type SupervisedProcess, superviseProcess } from '#/scripts/supervisor/supervise.ts';

export type ProcessesOptions = {
  settings: SupervisorEnv;
  env: Record<string, string>;
  dev: boolean;
  logLine: LogLine;
  /** Called with each process, at once, so that it can be stopped. */
  register: (supervised: SupervisedProcess) => void;
  fail: (error: unknown) => void;
};

const READY_TIMEOUT_MS = 120_000;
const LAST_LINES = 15;

/** Starts web and worker and returns when the web process responds. */
export async function startProcesses(options: ProcessesOptions): Promise<void> {
  const given = new AbortController();
  const start = (name: string, args: string[]) => {
    const supervised = superviseProcessNamed(name, args, options, () => given.abort());
    options.register(supervised);
    return supervised;
  };
  const web = start('web', ['server/main.ts', ...(options.dev ? ['--dev'] : [])]);
  const worker = start('worker', [...(options.dev ? ['--watch', '--watch-preserve-output'] : []), 'worker/main.ts']);
  await untilResponding(`${localOrigin(options.settings)}/api/v1/time`, given.signal);
  for (const supervised of [web, worker]) supervised.markStarted();
}

function superviseProcessNamed(
  name: string,
  args: string[],
  { env, dev, logLine, fail }: ProcessesOptions,
  giveUp: () => void,
): SupervisedProcess {
  const lastLines: string[] = [];
  return superviseProcess({
    name,
    args,
    env: {
      ...env,
      NODE_ENV: dev ? 'development' : 'production',
      LOG_FORMAT: 'json',
      NEXT_TELEMETRY_DISABLED: '1',
      // Passwords are hashed, files read, and the service's own names (database, mail) looked up on these threads:
      // Node's four are quickly used up. Names of webhooks need none (docs/decisions/0030).
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '64',
    },
    onLine: (line) => {
      lastLines.push(line);
      lastLines.splice(0, lastLines.length - LAST_LINES);
      logLine(name, line);
    },
    onCrash: (how, startsLeft) => {
      if (startsLeft > 0) return logLine(name, `${how}; starting it again`);
      giveUp();
      fail(crashError(name, how, lastLines));
    },
  });
}

function crashError(name: string, how: string, lastLines: string[]): StartError {
  const output = lastLines.join('\n');
  if (/EADDRINUSE/.test(output)) {
    return new StartError('The port was taken by another program meanwhile. Choose another: PORT=3001 npm start');
  }
  return new StartError(`The ${name} process does not start: it ${how}, three times. Its last lines are above.`);
}

/** The URL of the web process from this machine. */
export function localOrigin({ HOST, PORT }: Pick<SupervisorEnv, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Any response is enough: it shows that the process listens and its code is loaded. */
async function untilResponding(url: string, given: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  while (!given.aborted && performance.now() < giveUpAt) {
    try {
      await fetch(url, { signal: AbortSignal.any([given, AbortSignal.timeout(10_000)]) });
      return;
    } catch {
      await delay(50);
    }
  }
  if (!given.aborted) throw new StartError('The web process isn’t responding. See its log lines above.');
}
