import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import { isOriginAllowed } from '#/lib/accounts/workspaces/allowed-origins-query.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { testWorld, type World } from '#/test/world.ts';

const PARTNER = 'https://partner.example';
const MANY = 5_000;
/** 8 kB pages that one index lookup reads, including entries pending since the last clean-up. */
const MAX_PAGES = 40;

let world: World;
let workspaceId: string;
let lookups: ReturnType<typeof vi.fn>;
let origins: AllowedOrigins;
let nowMs: number;

beforeAll(async () => {
  world = await testWorld();
  await world.database.pool.query(
    `insert into workspaces (id, name, allowed_origins)
     select gen_random_uuid(), 'Other', array['https://a' || n || '.example'] from generate_series(1, $1::int) as n`,
    [MANY],
  );
  await world.database.pool.query('vacuum analyze workspaces');
  workspaceId = (await world.member()).actor.workspaceId;
  await world.db.workspace.update({ where: { id: workspaceId }, data: { allowedOrigins: [PARTNER] } });
});
beforeEach(() => {
  nowMs = 0;
  lookups = vi.fn((parts: TemplateStringsArray, ...values: unknown[]) => world.db.$queryRaw(parts, ...values));
  origins = new AllowedOrigins({ $queryRaw: lookups } as never, () => nowMs);
});

test('whether any workspace allows a site is looked up by index, however many have lists', async () => {
  const pages: number[] = [];
  const explaining = async (parts: TemplateStringsArray, ...values: unknown[]) => {
    const query = Prisma.sql(parts as unknown as string[], ...values);
    const explain = Prisma.sql`explain (analyze, buffers, format json) ${query}`;
    const [row] = await world.db.$queryRaw<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(explain);
    const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
    pages.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
    return world.db.$queryRaw(query);
  };
  expect(await isOriginAllowed({ $queryRaw: explaining } as never, 'https://a4711.example')).toBe(true);
  expect(await isOriginAllowed({ $queryRaw: explaining } as never, 'https://nobody.example')).toBe(false);
  expect(Math.max(...pages)).toBeLessThan(MAX_PAGES);
});

test('concurrent lookups, or those repeated within two seconds, query once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => origins.isKnown(PARTNER)));
  await Promise.all(Array.from({ length: 20 }, () => origins.originsOf(workspaceId)));
  expect(lookups).toHaveBeenCalledTimes(2);
  nowMs = 1_999;
  expect([await origins.isKnown(PARTNER), [...(await origins.originsOf(workspaceId))]]).toEqual([true, [PARTNER]]);
  expect(lookups).toHaveBeenCalledTimes(2);
  nowMs = 2_000;
  expect(await origins.isKnown(PARTNER)).toBe(true);
  expect(lookups).toHaveBeenCalledTimes(3);
});

test.each(['', 'null', 'https://partner.example/', 'HTTPS://PARTNER.EXAMPLE', "' or 1=1 --"])(
  'a text that no list can contain is not looked up: %j',
  async (origin) => {
    expect(await origins.isKnown(origin)).toBe(false);
    expect(lookups).not.toHaveBeenCalled();
  },
);

test('origins from strangers by the thousand evict the oldest entries, and the cache does not grow', async () => {
  await origins.isKnown(PARTNER);
  for (let i = 0; i < 1_000; i += 1) await origins.isKnown(`https://s${i}.example`);
  lookups.mockClear();
  await origins.isKnown('https://s999.example');
  await origins.isKnown('https://s0.example');
  expect(lookups).not.toHaveBeenCalled();
  await origins.isKnown(PARTNER);
  expect(lookups).toHaveBeenCalledTimes(1);
});

test('a failure is returned to the current callers, not to later ones', async () => {
  lookups.mockRejectedValueOnce(new Error('no database'));
  await expect(origins.isKnown(PARTNER)).rejects.toThrow('no database');
  expect(await origins.isKnown(PARTNER)).toBe(true);
});
