import { beforeAll, describe, expect, test } from 'vitest';
import { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { APP_URL, apiKeyFor, apiOf } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const PARTNER = 'https://partner.example';
const STRANGER = 'https://stranger.example';

let world: World;
let maya: Ctx;
let authorization: string;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  await world.db.workspace.update({ where: { id: maya.actor.workspaceId }, data: { allowedOrigins: [PARTNER] } });
  authorization = `Bearer ${await apiKeyFor(world, maya)}`;
});

async function send(method: string, path: string, headers: Record<string, string> = {}): Promise<Response> {
  return apiOf(world).request(`${APP_URL}/api/v1${path}`, { method, headers });
}

describe('a method that a path does not support', () => {
  test.each([
    ['PUT', '/events', 'GET, HEAD, OPTIONS'],
    ['DELETE', '/time', 'GET, HEAD, OPTIONS'],
    ['POST', '/openapi.json', 'GET, HEAD, OPTIONS'],
    ['POST', '/stream', 'GET, HEAD, OPTIONS'],
    ['GET', '/timers/0190a000-0000-7000-8000-000000000000/pause', 'POST, OPTIONS'],
  ])('%s %s is rejected with its allowed methods', async (method, path, allow) => {
    const response = await expectUnchanged(world, () => send(method, path, { authorization }));
    expect([response.status, await response.json()]).toMatchObject([405, { code: 'method_not_allowed' }]);
    expect(response.headers.get('allow')).toContain(allow);
  });

  test.each([['PUT'], ['GET'], ['OPTIONS']])('%s of an unknown path gets 404', async (method) => {
    const response = await send(method, '/nowhere', { authorization });
    expect([response.status, await response.json()]).toMatchObject([404, { code: 'path_not_found' }]);
    expect(response.headers.has('allow')).toBe(false);
  });

  test('OPTIONS lists the methods, and does nothing', async () => {
    const response = await expectUnchanged(world, () => send('OPTIONS', '/alarms'));
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });
});

describe('every response', () => {
  test.each([
    ['good', 200, '/me', true],
    ['for anyone', 200, '/time', false],
    ['that rejects', 401, '/me', false],
    ['to a path that is none', 404, '/nowhere', true],
  ])('%s has headers that mark it as data only', async (_what, status, path, isKnown) => {
    const response = await send('GET', path, isKnown ? { authorization } : {});
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
      vary: 'Origin, Accept-Encoding',
      'x-request-id': expect.any(String),
    });
    expect(response.headers.has('strict-transport-security')).toBe(false);
  });
});

describe('a page of another site', () => {
  const preflight = (origin: string, path = '/alarms/batch') =>
    send('OPTIONS', path, { origin, 'access-control-request-method': 'POST' });

  test('may send requests without cookies when some workspace allows it', async () => {
    const response = await preflight(PARTNER);
    expect(response.status).toBe(204);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'access-control-allow-origin': PARTNER,
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringMatching(/^Authorization, .*If-None-Match, .*X-Workspace-Id$/),
      'access-control-max-age': '7200',
    });
    expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  });

  test.each([[STRANGER], ['null'], ['https://partner.example.evil.test'], ['http://partner.example']])(
    'is not allowed as %s',
    async (origin) => {
      expect((await preflight(origin)).headers.has('access-control-allow-origin')).toBe(false);
      const reply = await send('GET', '/me', { authorization, origin });
      expect([reply.status, reply.headers.has('access-control-allow-origin')]).toEqual([200, false]);
    },
  );

  test('can read responses, including errors, to a key of the workspace that allows it', async () => {
    for (const [path, status] of [
      ['/me', 200],
      ['/timers/0190a000-0000-7000-8000-000000000000', 404],
      ['/nowhere', 404],
    ] as const) {
      const response = await send('GET', path, { authorization, origin: PARTNER });
      expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([status, PARTNER]);
      expect(response.headers.get('access-control-expose-headers')).toMatch(
        /ETag.*X-Request-Id.*RateLimit.*Retry-After/,
      );
      expect(response.headers.has('access-control-allow-credentials')).toBe(false);
    }
  });

  test('can’t read responses to another workspace’s key, even on unknown paths', async () => {
    const other = { authorization: `Bearer ${await apiKeyFor(world, await world.member())}`, origin: PARTNER };
    for (const path of ['/me', '/timers/0190a000-0000-7000-8000-000000000000']) {
      expect((await send('GET', path, other)).headers.has('access-control-allow-origin')).toBe(false);
    }
  });

  test.each<Record<string, string>>([{}, { authorization: `Bearer tk_${'x'.repeat(43)}` }])(
    'can read that its key is unknown, with %j, and a page of an unknown site can’t',
    async (credentials) => {
      const readable = async (origin: string) => {
        const { status, headers } = await send('GET', '/me', { ...credentials, origin });
        return [status, headers.get('access-control-allow-origin')];
      };
      expect(await readable(PARTNER)).toEqual([401, PARTNER]);
      expect(await readable(STRANGER)).toEqual([401, null]);
    },
  );

  test('can read what anyone may read', async () => {
    const response = await send('GET', '/time', { origin: PARTNER });
    expect(response.headers.get('access-control-allow-origin')).toBe(PARTNER);
    expect((await send('GET', '/time', { origin: STRANGER })).headers.has('access-control-allow-origin')).toBe(false);
  });
});

test('an edited list of sites takes effect two seconds later', async () => {
  const zoe = await world.member();
  let nowMs = 0;
  const origins = new AllowedOrigins(world.db, () => nowMs);
  expect([...(await origins.originsOf(zoe.actor.workspaceId))]).toEqual([]);
  await world.db.workspace.update({ where: { id: zoe.actor.workspaceId }, data: { allowedOrigins: [STRANGER] } });
  nowMs = 2_000;
  expect([...(await origins.originsOf(zoe.actor.workspaceId))]).toEqual([STRANGER]);
  expect(await origins.isKnown(STRANGER)).toBe(true);
  await world.db.workspace.update({ where: { id: zoe.actor.workspaceId }, data: { allowedOrigins: [] } });
  nowMs = 4_000;
  expect(await origins.isKnown(STRANGER)).toBe(false);
});
