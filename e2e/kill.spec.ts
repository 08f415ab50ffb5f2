import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { endOwnService, OWN_KEY, startOwnService } from '#/e2e/own-service.ts';
import { processTree, signalAll } from '#/e2e/process-tree.ts';
import { freePort } from '#/scripts/free-port.ts';

const HEADERS = { authorization: `Bearer ${OWN_KEY}`, 'content-type': 'application/json' };

test('a timer goes on through a SIGKILL of web, worker, database and supervisor', async () => {
  test.setTimeout(4 * 60_000);
  const data = mkdtempSync(path.join(tmpdir(), 'timer-kill-'));
  const port = await freePort();
  const api = `http://127.0.0.1:${port}/api/v1`;
  let service = await startOwnService(data, port);
  try {
    const started = await call(`${api}/timers/start`, 'POST', { title: 'Survives' });
    expect(started.timer.status).toBe('running');

    killTree(service);
    await once(service, 'exit');
    await expect(fetch(`${api}/time`)).rejects.toThrow();

    service = await startOwnService(data, port);
    const current = await call(`${api}/timers/current`, 'GET');
    expect(current.timer).toMatchObject({ id: started.timer.id, status: 'running', version: 1 });
    const gap = Date.parse(current.server_time) - Date.parse(started.timer.started_at);
    expect(gap).toBeGreaterThan(1_000);
    expect(current.timer.elapsed_ms).toBe(gap);

    const stopped = await call(`${api}/timers/${started.timer.id}/stop`, 'POST');
    const [span] = stopped.timer.spans;
    expect(stopped.timer.elapsed_ms).toBe(Date.parse(span.ended_at) - Date.parse(span.started_at));
  } finally {
    await endOwnService(service);
    rmSync(data, { recursive: true, force: true });
  }
});

/** SIGKILL for the process and everything it has started, none given time to react. */
function killTree(root: ChildProcess): void {
  const victims = processTree(root.pid as number);
  expect(victims.length).toBeGreaterThan(4);
  signalAll(victims, 'SIGKILL');
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
