import { beforeAll, expect, test } from 'vitest';
import type { Ctx } from '#/lib/context/context.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { listChangedTimers } from '#/lib/tracking/timers/changed-timers-query.ts';
import { testWorld, type World } from '#/test/world.ts';

const OF_OTHERS = 20_000;
/** Changed since; the person's others long before. */
const OWN = 20;
const OWN_OLD = 5_000;
/** 8 kB pages: a few per row, whatever others have done. */
const MAX_PAGES = 120;
const SINCE = new Date('2026-01-01T00:00:00Z');
const LONG_AGO = new Date('2025-01-01T00:00:00Z');

let world: World;
let maya: Ctx;

beforeAll(async () => {
  world = await testWorld();
  maya = await world.member();
  const { workspaceId, userId } = maya.actor;
  const leo = await world.member({ workspaceId });
  await addStopped(workspaceId, leo.actor.userId, OF_OTHERS, SINCE);
  await addStopped(workspaceId, userId, OWN, SINCE);
  await addStopped(workspaceId, userId, OWN_OLD, LONG_AGO);
  await world.database.pool.query('analyze timers');
});

async function addStopped(workspaceId: string, userId: string, count: number, from: Date): Promise<void> {
  await world.database.pool.query(
    `insert into timers (id, workspace_id, user_id, type, status, started_at, ended_at, cap_seconds, end_reason,
                         created_via, updated_at)
     select gen_random_uuid(), $1, $2, 'manual', 'discarded', at, at, 3600, 'discarded', 'api', at
       from (select $3::timestamptz + n * interval '1 second' as at from generate_series(1, $4::int) n) as instants`,
    [workspaceId, userId, from, count],
  );
}

async function planOf(query: Prisma.Sql) {
  const explain = Prisma.sql`explain (analyze, buffers, format json) ${query}`;
  const [row] = await world.db.$queryRaw<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(explain);
  return row?.['QUERY PLAN'][0]?.Plan ?? {};
}

test.each([
  ['the first page', null],
  ['a later one', { updatedAt: new Date(SINCE.getTime() + 5_000), id: '00000000-0000-0000-0000-000000000000' }],
])('%s of a sync reads the member’s own changes, not all of the workspace', async (_page, after) => {
  const pages: number[] = [];
  const explaining = {
    $queryRaw: async (parts: TemplateStringsArray, ...values: unknown[]) => {
      const query = Prisma.sql(parts as unknown as string[], ...values);
      const plan = await planOf(query);
      pages.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
      return world.db.$queryRaw(query);
    },
  };
  const point = { syncFrom: SINCE, after };
  const { workspaceId, userId } = maya.actor;
  const changed = await listChangedTimers(explaining as never, { workspaceId, userId }, SINCE, point, 100);
  expect(changed).toHaveLength(after ? OWN - 4 : OWN);
  expect(Math.max(...pages)).toBeLessThan(MAX_PAGES);
});
