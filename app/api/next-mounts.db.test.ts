import { beforeAll, describe, expect, test, vi } from 'vitest';
import * as api from '#/app/api/[[...path]]/route.ts';
import { GET as getMetrics } from '#/app/api/metrics/route.ts';
import { metrics } from '#/lib/core/metrics.ts';
import { db } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';

const APP_URL = 'https://timers.example';
const { url, onClose } = await testDatabase();

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('APP_URL', APP_URL);
  vi.stubEnv('METRICS_TOKEN', 'metrics-token-for-tests');
  onClose(() => db().$disconnect());
});

test('under plain `next start` the API itself responds to all of its methods', async () => {
  expect(Object.keys(api)).toEqual(expect.arrayContaining(['DELETE', 'GET', 'OPTIONS', 'PATCH', 'POST', 'PUT']));
  const preflight = { Origin: APP_URL, 'Access-Control-Request-Method': 'POST' };
  const request = new Request(`${APP_URL}/api/v1/timers/start`, { method: 'OPTIONS', headers: preflight });
  const response = await api.OPTIONS(request);
  expect([response.status, response.headers.get('x-request-id')]).toEqual([204, expect.any(String)]);
});

describe('under plain `next start` metrics', () => {
  const read = (authorization: string) => getMetrics(new Request(APP_URL, { headers: { authorization } }));

  test('require the token', async () => {
    const response = await read('Bearer metrics-token-for-tests');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.text()).toContain('timer_service_events_processed_total');
    expect((await read('Bearer other')).status).toBe(401);
  });

  test('that can’t be read are reported as unavailable, not as a server error', async () => {
    vi.spyOn(metrics, 'metrics').mockRejectedValueOnce(new Error('A collector failed.'));
    expect((await read('Bearer metrics-token-for-tests')).status).toBe(503);
  });
});
