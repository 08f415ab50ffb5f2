import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createConnection } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CleanUp, endWhenKilled } from '#/bench/processes/clean-up.ts';
import { logIn, openLog } from '#/bench/processes/open-log.ts';
import { freePort } from '#/scripts/free-port.ts';

const READY_TIMEOUT_MS = 10_000;

/** Version of the `redis-server` on the path; null when there is none. */
export function findRedis(): string | null {
  const version = spawnSync('redis-server', ['--version'], { encoding: 'utf8' });
  return version.status === 0 ? (/v=(\S+)/.exec(version.stdout)?.[1] ?? 'unknown') : null;
}

/** Starts a throwaway Redis on loopback that appends to its file and syncs it every second. Returns its port. */
export async function startRedis(cleanUp: CleanUp, name = 'redis'): Promise<number> {
  const folder = path.join(cleanUp.folder, name);
  mkdirSync(folder);
  const port = await freePort();
  const options = { port, bind: '127.0.0.1', dir: folder, appendonly: 'yes', appendfsync: 'everysec', save: '' };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const log = logIn(cleanUp.folder, name);
  const descriptor = openLog(log);
  const server = spawn('redis-server', args, { stdio: ['ignore', descriptor, descriptor], detached: true });
  const ended = once(server, 'exit').catch(() => {});
  const callOff = endWhenKilled(server.pid as number, cleanUp.folder);
  cleanUp.add(async () => {
    server.kill('SIGTERM');
    await ended;
    callOff();
  });
  const giveUpAt = performance.now() + READY_TIMEOUT_MS;
  while (!(await listens(port))) {
    if (performance.now() > giveUpAt) throw new Error(`redis-server does not start. ${log.tail()}`);
    await delay(20);
  }
  return port;
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
