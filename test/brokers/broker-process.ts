import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#/scripts/free-port.ts';

/** A real broker on a free port of loopback, with a password, whose data survives a kill. */
export type TestBroker = {
  url: string;
  /** The same with a wrong password. */
  wrongUrl: string;
  pid: () => number;
  /** Ends it with SIGKILL. */
  kill: () => Promise<void>;
  /** Starts it again on the same port, with its stored data. */
  restart: () => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
};

/** Files of a server that requires TLS. */
export type Certificate = { certificate: string; key: string };

type Program = {
  command: string;
  /** Unless it has the same name as the program. */
  debianPackage?: string;
  args: (setup: { port: number; folder: string }) => string[];
  env?: (setup: { port: number; folder: string }) => Record<string, string>;
  url: (port: number, password: string) => string;
  /** Resolves when the listening broker is also ready. */
  ready?: (setup: { port: number; folder: string }) => Promise<void>;
};

const READY_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 20;
export const PASSWORD = 'only-for-tests';

/** Starts one. Throws an error that says what to install when the program is missing. */
export async function startBroker(program: Program): Promise<TestBroker> {
  const { command, debianPackage = command } = program;
  if (spawnSync('sh', ['-c', `command -v ${command}`]).status !== 0) {
    throw new Error(`There is no ${command}. Install it, on Debian with: apt-get install ${debianPackage}`);
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'timer-service-broker-'));
  const setup = { port: await freePort(), folder };
  let server = await launch(program, setup);
  return {
    url: program.url(setup.port, PASSWORD),
    wrongUrl: program.url(setup.port, 'another-password'),
    pid: () => server.child.pid as number,
    kill: () => server.end('SIGKILL'),
    restart: async () => {
      server = await launch(program, setup);
    },
    stop: async () => {
      await server.end('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function launch(program: Program, setup: { port: number; folder: string }) {
  const log = path.join(setup.folder, 'log');
  const output = openSync(log, 'a');
  const child = spawn(program.command, program.args(setup), {
    cwd: setup.folder,
    // In its own process group, so that its children end with it.
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, ...program.env?.(setup) },
  });
  const ended = once(child, 'exit').then(
    () => {},
    () => {},
  );
  const callOff = endWhenKilled(child.pid as number, setup.folder);
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  while (!(await listens(setup.port))) {
    if (performance.now() > giveUpAt || child.exitCode !== null) {
      throw new Error(`${program.command} does not start. ${readFileSync(log, 'utf8').slice(-2_000)}`);
    }
    await delay(LOOK_EVERY_MS);
  }
  await program.ready?.(setup);
  return {
    child,
    end: async (signal: NodeJS.Signals) => {
      if (child.exitCode === null && child.signalCode === null) endGroup(child, signal);
      await ended;
      callOff();
    },
  };
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    process.kill(-(child.pid as number), signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Killed tests cannot end their broker. A shell outlives them, waits for the end of a pipe that only this process holds
 * open, and removes the rest. Returns a function that cancels it.
 */
function endWhenKilled(pid: number, folder: string): () => void {
  const script =
    'read -r word && exit; kill -KILL "-$1"; while kill -0 "-$1" 2>/dev/null; do sleep 0.1; done; rm -rf "$2"';
  const watcher = spawn('sh', ['-c', script, 'sh', String(pid), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.on('error', () => {});
  watcher.unref();
  return () => watcher.stdin.end('stopped\n');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
