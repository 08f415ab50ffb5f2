import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from '#/scripts/project.ts';

export type SuperviseOptions = {
  name: string;
  /** Arguments of node. */
  args: string[];
  env: Record<string, string | undefined>;
  onLine: (line: string) => void;
  /** Called at each unexpected exit; `startsLeft` is 0 when it never stayed up and will not be restarted. */
  onCrash: (how: string, startsLeft: number) => void;
};

export type SupervisedProcess = {
  /**
   * Sends the signal and waits; after the grace period the process is killed. SIGTERM lets a web process drain, SIGINT
   * ends it faster.
   */
  stop: (signal: 'SIGTERM' | 'SIGINT', graceMs: number) => Promise<void>;
  /** Ends it at once. */
  kill: () => void;
  /** From now on it counts as started, and is always restarted. */
  markStarted: () => void;
};

const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
/** A process that lived this long is restarted at once. */
const STABLE_MS = 60_000;
const STARTS_BEFORE_GIVING_UP = 3;
const FOLLOW_PARENT = path.join(import.meta.dirname, 'follow-parent.mjs');

/** Runs a node process and restarts it, with growing pauses, whenever it ends by itself. */
export function superviseProcess(options: SuperviseOptions): SupervisedProcess {
  let child: ChildProcess;
  let retry: NodeJS.Timeout | undefined;
  let stopping = false;
  let started = false;
  let startsLeft = STARTS_BEFORE_GIVING_UP;
  let pauseMs = FIRST_RETRY_MS;

  const run = () => {
    const began = performance.now();
    child = launch(options);
    child.once('exit', (code, signal) => {
      if (stopping) return;
      startsLeft = started ? Number.POSITIVE_INFINITY : startsLeft - 1;
      options.onCrash(signal ? `was ended by ${signal}` : `ended with code ${code}`, startsLeft);
      if (startsLeft === 0) return;
      if (performance.now() - began > STABLE_MS) pauseMs = FIRST_RETRY_MS;
      retry = setTimeout(run, pauseMs);
      pauseMs = Math.min(pauseMs * 2, MAX_RETRY_MS);
    });
  };

  run();
  return {
    stop: async (signal, graceMs) => {
      stopping = true;
      clearTimeout(retry);
      await endOf(child, signal, graceMs);
    },
    kill: () => child.kill('SIGKILL'),
    markStarted: () => {
      started = true;
    },
  };
}

function launch({ args, env, onLine }: SuperviseOptions): ChildProcess {
  const child = spawn(process.execPath, ['--import', FOLLOW_PARENT, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env, SUPERVISOR_PID: String(process.pid) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream) createInterface({ input: stream }).on('line', (line) => line.trim() && onLine(line));
  }
  return child;
}

async function endOf(child: ChildProcess, signal: NodeJS.Signals, graceMs: number): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  const impatience = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await ended;
  clearTimeout(impatience);
}
