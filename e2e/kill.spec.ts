import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';

const KEY = 'key-of-the-killing-test-0001';
const HEADERS = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
const UP_TIMEOUT_MS = 90_000;

test('a timer goes on through a SIGKILL of web, worker, database and supervisor', async () => {
  test.setTimeout(4 * 60_000);
  const data = mkdtempSync(path.join(tmpdir(), 'timer-kill-'));
  const port = await freePort();
  const api = `http://127.0.0.1:${port}/api/v1`;
  let service = await startService(data, port);
  try {
    const started = await call(`${api}/timers/start`, 'POST', { title: 'Survives' });
    expect(started.timer.status).toBe('running');

    killTree(service);
    await once(service, 'exit');
    await expect(fetch(`${api}/time`)).rejects.toThrow();

    service = await startService(data, port);
    const current = await call(`${api}/timers/current`, 'GET');
    expect(current.timer).toMatchObject({ id: started.timer.id, status: 'running', version: 1 });
    const gap = Date.parse(current.server_time) - Date.parse(started.timer.started_at);
    expect(gap).toBeGreaterThan(1_000);
    expect(current.timer.elapsed_ms).toBe(gap);

    const stopped = await call(`${api}/timers/${started.timer.id}/stop`, 'POST');
    const [span] = stopped.timer.spans;
    expect(stopped.timer.elapsed_ms).toBe(Date.parse(span.ended_at) - Date.parse(span.started_at));
  } finally {
    service.kill('SIGTERM');
    if (service.exitCode === null && service.signalCode === null) await once(service, 'exit');
    rmSync(data, { recursive: true, force: true });
  }
});

/** The real supervisor with a database of its own; resolves once it answers. */
async function startService(data: string, port: number): Promise<ChildProcess> {
  const service = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/supervisor/main.ts', '--data', data, '--no-env-file'],
    {
      env: {
        NODE_ENV: 'production',
        PATH: process.env.PATH,
        PORT: String(port),
        BOOTSTRAP_EMAIL: 'owner@example.com',
        BOOTSTRAP_PASSWORD: 'correct horse battery',
        BOOTSTRAP_WORKSPACE: 'Acme',
        BOOTSTRAP_API_KEY: KEY,
        TZ: 'Asia/Kolkata',
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  const lines: string[] = [];
  for (const stream of [service.stdout, service.stderr]) stream?.on('data', (chunk) => lines.push(String(chunk)));
  const timeout = AbortSignal.timeout(UP_TIMEOUT_MS);
  const ready = once(service, 'message', { signal: timeout });
  const gone = once(service, 'exit', { signal: timeout }).then(() => Promise.reject(new Error(lines.join(''))));
  await Promise.race([ready, gone]);
  gone.catch(() => {});
  return service;
}

/** SIGKILL for the process and everything it has started, children of children included, none given time to react. */
function killTree(root: ChildProcess): void {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const children = new Map<number, number[]>();
  for (const line of table.trim().split('\n')) {
    const [pid, parent] = line.trim().split(/\s+/).map(Number) as [number, number];
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const collect = (pid: number): number[] => [pid, ...(children.get(pid) ?? []).flatMap(collect)];
  const victims = collect(root.pid as number);
  expect(victims.length).toBeGreaterThan(4);
  for (const pid of victims) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      // A child that ended between the listing and the signal.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

async function call(url: string, method: 'GET' | 'POST', body?: unknown) {
  const response = await fetch(url, {
    method,
    headers: HEADERS,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${url} answered ${response.status}`).toBe(true);
  return response.json();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
