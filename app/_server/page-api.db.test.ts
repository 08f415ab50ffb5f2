import { afterEach, expect, test, vi } from 'vitest';
import { fetchApi } from '#/app/_server/page-api.ts';
import { db } from '#/lib/db/client.ts';
import { testDatabase } from '#/test/database.ts';

const visitor = vi.hoisted(() => ({ headers: new Headers() }));
vi.mock('next/headers', () => ({ headers: async () => visitor.headers }));

const { url, onClose } = await testDatabase();
onClose(() => db().$disconnect());
vi.stubEnv('DATABASE_URL', url);
vi.stubEnv('RATE_LIMIT_PER_ADDRESS', '2');

afterEach(() => vi.unstubAllEnvs());

test('pages read the API under their visitor’s rate limit, so that one visitor does not use up another’s', async () => {
  const visit = async (address: string) => {
    visitor.headers = new Headers({ 'x-forwarded-for': address });
    return fetchApi('/me').catch((error) => error.status);
  };
  const [one, other] = ['198.51.100.1', '198.51.100.2'];
  expect([await visit(one), await visit(one), await visit(one)]).toEqual([401, 401, 429]);
  expect(await visit(other)).toBe(401);
});
