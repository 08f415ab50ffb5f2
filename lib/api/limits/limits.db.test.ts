import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Api, buildApi } from '#/lib/api/app.ts';
import { CallerLimits } from '#/lib/api/limits/caller-limits.ts';
import { openCounter } from '#/lib/api/limits/counter.ts';
import { log } from '#/lib/core/log.ts';
import { connect, type Db } from '#/lib/db/client.ts';
import { FeedHub } from '#/lib/feed/hub/feed-hub.ts';
import { APP_URL, apiKeyFor, balance, instancesOf } from '#/test/api-client.ts';
import { expectUnchanged } from '#/test/untouched.ts';
import { testWorld, type World } from '#/test/world.ts';

const PER_KEY = 5;
const PER_ADDRESS = 3;

let world: World;
let hub: FeedHub;

beforeAll(async () => {
  world = await testWorld();
  hub = new FeedHub(world.db, world.database.url);
  world.database.onClose(() => hub.close());
});

type Options = { perKey?: number; perPerson?: number; perWorkspace?: number; perAddress?: number; store?: Db | null };

function apiWith(options: Options = {}): Api {
  const { perKey = PER_KEY, perPerson = 0, perWorkspace = 0, perAddress = PER_ADDRESS, store = null } = options;
  const build = (db: Db) => {
    const counted = store ? db : null;
    const limits = new CallerLimits({
      perKey: openCounter({ policy: 'key', limit: perKey, db: counted }),
      perPerson: openCounter({ policy: 'person', limit: perPerson, db: counted }),
      perWorkspace: openCounter({ policy: 'workspace', limit: perWorkspace, db: counted }),
      perAddress: openCounter({ policy: 'address', limit: perAddress, db: counted }),
    });
    return buildApi({ db, clock: world.clock, hub, appUrl: APP_URL, limits });
  };
  // Counts in memory are per process.
  return store ? balance(instancesOf(world).map(({ db }) => build(db))) : build(world.db);
}

let lastAddress = 0;
const newAddress = () => {
  lastAddress += 1;
  return `198.51.100.${lastAddress}`;
};

async function fetchFrom(api: Api, path: string, who: { secret?: string; address?: string; method?: string } = {}) {
  const headers: Record<string, string> = { 'x-forwarded-for': who.address ?? '192.0.2.1' };
  if (who.secret) headers.authorization = `Bearer ${who.secret}`;
  return api.request(`${APP_URL}/api/v1${path}`, { method: who.method ?? 'GET', headers });
}

async function sendTimes(count: number, send: () => Promise<Response>): Promise<number[]> {
  const statuses: number[] = [];
  for (let n = 0; n < count; n += 1) statuses.push((await send()).status);
  return statuses;
}

describe.each(['memory', 'postgres'] as const)('requests counted in %s', (store) => {
  const open = (options: Options = {}) => apiWith({ ...options, store: store === 'postgres' ? world.db : null });

  test('a key over its limit is rejected until the window ends, and changes nothing', async () => {
    const api = open();
    const secret = await apiKeyFor(world, await world.member());
    expect(await sendTimes(PER_KEY, () => fetchFrom(api, '/me', { secret }))).toEqual(Array(PER_KEY).fill(200));
    const rejection = await expectUnchanged(world, () => fetchFrom(api, '/timers/start', { secret, method: 'POST' }));
    const body = (await rejection.json()) as { detail: string };
    expect(rejection.status).toBe(429);
    expect(rejection.headers.get('content-type')).toBe('application/problem+json');
    expect(body).toMatchObject({ code: 'rate_limited', status: 429, errors: [] });
    const seconds = Number(rejection.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(rejection.headers.get('ratelimit')).toBe(`"key";r=0;t=${seconds}`);
    expect(rejection.headers.get('ratelimit-policy')).toBe(`"key";q=${PER_KEY};w=60`);
  });

  test('each response has the remaining allowance', async () => {
    const api = open();
    const secret = await apiKeyFor(world, await world.member());
    const left: (string | null)[] = [];
    for (let n = 0; n < 3; n += 1) left.push((await fetchFrom(api, '/me', { secret })).headers.get('ratelimit'));
    expect(left.map((field) => field?.replace(/t=\d+/, 't='))).toEqual([
      '"key";r=4;t=',
      '"key";r=3;t=',
      '"key";r=2;t=',
    ]);
    const missing = await fetchFrom(api, '/nowhere', { secret });
    expect([missing.status, missing.headers.get('ratelimit')]).toEqual([404, expect.stringContaining('"key";r=1')]);
  });

  test('one key does not use up another’s', async () => {
    const api = open();
    const [one, other] = [await apiKeyFor(world, await world.member()), await apiKeyFor(world, await world.member())];
    await sendTimes(PER_KEY + 1, () => fetchFrom(api, '/me', { secret: one }));
    expect((await fetchFrom(api, '/me', { secret: other })).status).toBe(200);
  });

  test('a person with many keys has one limit, in every workspace', async () => {
    const api = open({ perPerson: 3 });
    const maya = await world.member();
    const [one, other] = [await apiKeyFor(world, maya), await apiKeyFor(world, maya)];
    const elsewhere = await apiKeyFor(world, await world.member({ userId: maya.actor.userId }));
    const left = await fetchFrom(api, '/me', { secret: one });
    expect(left.headers.get('ratelimit')).toMatch(/^"person";r=2;/);
    expect((await fetchFrom(api, '/me', { secret: other })).status).toBe(200);
    expect((await fetchFrom(api, '/me', { secret: elsewhere })).status).toBe(200);
    const rejected = await fetchFrom(api, '/me', { secret: one });
    expect([rejected.status, await rejected.json()]).toMatchObject([429, { detail: /^This person, with all / }]);
    const leo = await world.member({ workspaceId: maya.actor.workspaceId });
    expect((await fetchFrom(api, '/me', { secret: await apiKeyFor(world, leo) })).status).toBe(200);
  });

  test('a workspace with many people has one limit, which a person over their own limit does not use up', async () => {
    const api = open({ perPerson: 3, perWorkspace: 4 });
    const maya = await world.member();
    const secretOf = async () =>
      apiKeyFor(world, await world.member({ workspaceId: maya.actor.workspaceId, role: 'member' }));
    const [one, other] = [await apiKeyFor(world, maya), await secretOf()];
    expect(await sendTimes(4, () => fetchFrom(api, '/me', { secret: one }))).toEqual([200, 200, 200, 429]);
    await sendTimes(9, () => fetchFrom(api, '/me', { secret: one }));
    expect((await fetchFrom(api, '/me', { secret: other })).status).toBe(200);
    const rejected = await fetchFrom(api, '/me', { secret: await secretOf() });
    expect([rejected.status, await rejected.json()]).toMatchObject([429, { detail: /^This workspace, with everyone/ }]);
    expect((await fetchFrom(api, '/me', { secret: await apiKeyFor(world, await world.member()) })).status).toBe(200);
  });

  test('an address without credentials or with guessed keys is limited, and other addresses are not', async () => {
    const api = open();
    const address = newAddress();
    const guess = () => fetchFrom(api, '/me', { address, secret: `tk_${Math.random().toString(36).padEnd(44, 'x')}` });
    expect(await sendTimes(2, guess)).toEqual([401, 401]);
    expect(await sendTimes(3, () => fetchFrom(api, '/time', { address }))).toEqual([200, 429, 429]);
    expect((await guess()).status).toBe(429);
    expect((await fetchFrom(api, '/time', { address: newAddress() })).status).toBe(200);
  });

  test('a known key works from an address over its limit, and has its own count', async () => {
    const api = open();
    const address = newAddress();
    const secret = await apiKeyFor(world, await world.member());
    expect((await fetchFrom(api, '/me', { address, secret })).status).toBe(200);
    await sendTimes(PER_ADDRESS + 1, () => fetchFrom(api, '/me', { address }));
    expect((await fetchFrom(api, '/me', { address, secret })).status).toBe(200);
    const time = await fetchFrom(api, '/time', { address, secret });
    expect([time.status, time.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"key";r=2')]);
  });

  test('a revoked key counts for its address', async () => {
    const api = open();
    const address = newAddress();
    const maya = await world.member();
    const secret = await apiKeyFor(world, maya);
    await fetchFrom(api, '/me', { address, secret });
    await world.db.apiKey.updateMany({
      where: { userId: maya.actor.userId },
      data: { revokedAt: await maya.clock.now(maya.db) },
    });
    const statuses = await sendTimes(PER_ADDRESS + 1, () => fetchFrom(api, '/me', { address, secret }));
    expect(statuses).toEqual([401, 401, 401, 429]);
  });

  test('being over the limit costs no query', async () => {
    const api = open();
    const address = newAddress();
    const secret = await apiKeyFor(world, await world.member());
    await sendTimes(PER_KEY + 1, () => fetchFrom(api, '/me', { secret }));
    await sendTimes(PER_ADDRESS + 1, () => fetchFrom(api, '/me', { address }));
    const statements = vi.spyOn(world.db, '$queryRaw');
    const rawStatements = vi.spyOn(world.db, '$queryRawUnsafe');
    try {
      expect(await sendTimes(3, () => fetchFrom(api, '/me', { secret }))).toEqual([429, 429, 429]);
      expect(await sendTimes(3, () => fetchFrom(api, '/me', { address, secret: 'tk_guessed' }))).toEqual([
        429, 429, 429,
      ]);
      expect([statements.mock.calls.length, rawStatements.mock.calls.length]).toEqual([0, 0]);
    } finally {
      statements.mockRestore();
      rawStatements.mockRestore();
    }
  });

  test('a preflight of an allowed site is not counted, and its page can read that it is over the limit', async () => {
    const api = open();
    const maya = await world.member();
    const origin = 'https://partner.example';
    await world.db.workspace.update({ where: { id: maya.actor.workspaceId }, data: { allowedOrigins: [origin] } });
    const address = newAddress();
    const headers = { 'x-forwarded-for': address, origin };
    const ahead = async (from: string) =>
      api.request(`${APP_URL}/api/v1/time`, {
        method: 'OPTIONS',
        headers: { ...headers, origin: from, 'access-control-request-method': 'GET' },
      });
    const read = async () => api.request(`${APP_URL}/api/v1/time`, { headers });
    expect(await sendTimes(PER_ADDRESS + 1, () => ahead(origin))).toEqual(Array(PER_ADDRESS + 1).fill(204));
    expect(await sendTimes(PER_ADDRESS, read)).toEqual(Array(PER_ADDRESS).fill(200));
    const rejected = await read();
    expect([rejected.status, rejected.headers.get('access-control-allow-origin')]).toEqual([429, origin]);
    expect(rejected.headers.get('access-control-expose-headers')).toContain('Retry-After');
    expect((await ahead(origin)).status).toBe(204);
    expect((await ahead('https://stranger.example')).status).toBe(429);
  });

  test('a page of an allowed site can read that its key is over the limit, and a page of another site cannot', async () => {
    const api = open();
    const maya = await world.member();
    const origin = 'https://partner.example';
    await world.db.workspace.update({ where: { id: maya.actor.workspaceId }, data: { allowedOrigins: [origin] } });
    const secret = await apiKeyFor(world, maya);
    const read = async (from: string) => {
      const headers = { 'x-forwarded-for': newAddress(), authorization: `Bearer ${secret}`, origin: from };
      const response = await api.request(`${APP_URL}/api/v1/me`, { headers });
      return [response.status, response.headers.get('access-control-allow-origin')];
    };
    expect(await sendTimes(PER_KEY, () => fetchFrom(api, '/me', { secret }))).toEqual(Array(PER_KEY).fill(200));
    expect(await read(origin)).toEqual([429, origin]);
    expect(await read('https://stranger.example')).toEqual([429, null]);
  });

  test('0 means no limit, and responses name none', async () => {
    const api = open({ perKey: 0, perAddress: 0 });
    const secret = await apiKeyFor(world, await world.member());
    expect(await sendTimes(30, () => fetchFrom(api, '/me', { secret }))).toEqual(Array(30).fill(200));
    expect(await sendTimes(30, () => fetchFrom(api, '/me'))).toEqual(Array(30).fill(401));
    expect((await fetchFrom(api, '/me', { secret })).headers.has('ratelimit')).toBe(false);
  });
});

test('two processes count together in Postgres', async () => {
  const secret = await apiKeyFor(world, await world.member());
  const [one, other] = [apiWith({ store: world.db }), apiWith({ store: world.db })];
  const sent = Array.from({ length: 8 }, (_, n) => fetchFrom(n % 2 ? one : other, '/me', { secret }));
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(PER_KEY);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
});

test('requests pass while they can’t be counted, which is logged once a minute', async () => {
  const warned = vi.spyOn(log, 'warn').mockImplementation(() => {});
  const away = connect('postgresql://nobody@127.0.0.1:1/none', 1);
  let nowMs = 0;
  const counter = openCounter({ policy: 'key', limit: 1, db: away, monotonic: () => nowMs });
  try {
    expect(await counter?.take('a')).toBeNull();
    expect(await counter?.take('a')).toBeNull();
    expect(warned).toHaveBeenCalledTimes(1);
    nowMs = 60_000;
    expect(await counter?.take('a')).toBeNull();
    expect(warned).toHaveBeenCalledTimes(2);
  } finally {
    warned.mockRestore();
    await away.$disconnect();
  }
});
