import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { log } from '#/lib/core/log.ts';
import { mayReadWorker } from '#/lib/core/metrics-token.ts';
import { freePort } from '#/scripts/free-port.ts';
import { serveMetrics } from '#/worker/serve-metrics.ts';

const settings = { WORKER_METRICS_HOST: '127.0.0.1', METRICS_TOKEN: 'a-token-of-sixteen' };

test('metrics are at one path, so that the worker is not mistaken for the web process', async () => {
  const port = await freePort();
  const server = serveMetrics({ ...settings, WORKER_METRICS_PORT: port });
  onTestFinished(() => void server?.close());
  await expect.poll(() => server?.listening).toBe(true);
  const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
  for (const path of ['/metrics', '/health']) expect(await status(path)).toBe(200);
  for (const path of ['/', '/api/ready', '/login', '/metrics/more']) expect(await status(path)).toBe(404);
});

test.each([
  ['127.0.0.1', undefined, undefined, true],
  ['::ffff:127.0.0.1', undefined, 'a-token-of-sixteen', true],
  ['10.0.0.9', undefined, undefined, false],
  ['10.0.0.9', 'Bearer a-token-of-sixteen', undefined, false],
  ['10.0.0.9', undefined, 'a-token-of-sixteen', false],
  ['10.0.0.9', 'Bearer another-of-sixteen', 'a-token-of-sixteen', false],
  ['10.0.0.9', 'Bearer a-token-of-sixteen', 'a-token-of-sixteen', true],
])(
  'a worker’s metrics requested from %s with %s, where METRICS_TOKEN is %s, may be read: %s',
  (from, given, token, may) => {
    const asking = { headers: { authorization: given }, socket: { remoteAddress: from } };
    expect(mayReadWorker(asking, token)).toBe(may);
  },
);

test('port 0 serves no metrics', () => {
  expect(serveMetrics({ ...settings, WORKER_METRICS_PORT: 0 })).toBeNull();
});

test('a port in use is logged in one line, and nothing stops', async () => {
  const port = await freePort();
  const first = serveMetrics({ ...settings, WORKER_METRICS_PORT: port });
  onTestFinished(() => void first?.close());
  await expect.poll(() => first?.listening).toBe(true);
  const warned = vi.spyOn(log, 'warn');
  onTestFinished(() => warned.mockRestore());
  const second = serveMetrics({ ...settings, WORKER_METRICS_PORT: port });
  if (second) await once(second, 'error');
  expect(warned.mock.calls).toEqual([
    [{ host: '127.0.0.1', port }, expect.stringMatching(/in use; set WORKER_METRICS_PORT to a free one/)],
  ]);
});
