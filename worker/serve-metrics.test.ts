import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { log } from '#/lib/core/log.ts';
import { freePort } from '#/scripts/free-port.ts';
import { serveMetrics } from '#/worker/serve-metrics.ts';

test('metrics are at one path, so that nobody takes the worker for the web process', async () => {
  const port = await freePort();
  const server = serveMetrics(port);
  onTestFinished(() => void server?.close());
  await expect.poll(() => server?.listening).toBe(true);
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  expect(await status('/metrics')).toBe(200);
  for (const path of ['/', '/api/ready', '/login', '/metrics/more']) expect(await status(path)).toBe(404);
});

test('port 0 serves none', () => {
  expect(serveMetrics(0)).toBeNull();
});

test('a port in use is said in one line, and nothing stops', async () => {
  const port = await freePort();
  const first = serveMetrics(port);
  onTestFinished(() => void first?.close());
  await expect.poll(() => first?.listening).toBe(true);
  const warned = vi.spyOn(log, 'warn');
  onTestFinished(() => warned.mockRestore());
  const second = serveMetrics(port);
  if (second) await once(second, 'error');
  expect(warned.mock.calls).toEqual([
    [{ port }, expect.stringMatching(/in use; set WORKER_METRICS_PORT to a free one/)],
  ]);
});
