import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { endOwnService, OWN_KEY, startOwnService } from '#/e2e/own-service.ts';
import { processTree, runningIn, signalAll } from '#/e2e/process-tree.ts';
import { freePort } from '#/scripts/free-port.ts';

const HEADERS = { authorization: `Bearer ${OWN_KEY}`, 'content-type': 'application/json' };

test('a timer continues through a SIGKILL of web, worker, database and supervisor', async () => {
  test.setTimeout(4 * 60_000);
  const data = mkdtempSync(path.join(tmpdir(), 'timer-kill-'));
  const before = await freePort();
  let service = await startOwnService(data, before);
  try {
    const started = await call(`${apiAt(before)}/timers/start`, 'POST', { title: 'Survives' });
    expect(started.timer.status).toBe('running');

    await killTree(service);

    // On another port: by now another process may have taken the one that became free.
    const port = await freePort();
    const api = apiAt(port);
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

const apiAt = (port: number) => `http://127.0.0.1:${port}/api/v1`;

/** SIGKILL for the process and all its descendants, without time to react. Resolves once none of them runs. */
async function killTree(root: ChildProcess): Promise<void> {
  const victims = processTree(root.pid as number);
  expect(victims.length).toBeGreaterThan(4);
  const ended = once(root, 'exit');
  signalAll(victims, 'SIGKILL');
  await ended;
  await expect.poll(() => victims.filter((pid) => runningIn(pid).length > 0)).toEqual([]);
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
