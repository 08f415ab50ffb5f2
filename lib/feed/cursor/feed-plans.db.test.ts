import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#/lib/core/ids.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { isFarBehind, isMissingDeletedEvents, readFeed, takeSnapshot } from '#/lib/feed/cursor/feed-query.ts';
import { START } from '#/lib/feed/cursor/position.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { type EventFilter, listEventRows } from '#/lib/feed/events/list-events-query.ts';
import { cutNextEvents } from '#/lib/feed/retention/cut-events-query.ts';
import { testWorld, type World } from '#/test/world.ts';

/** Events already in the feed, of one workspace and of others. */
const EVENTS = 60_000;
/** 8 kB pages that a query may touch, whatever the length of the feed: some pages a row and its index. */
const MAX_PAGES = 1_500;

let world: World;
const [workspaceId, userId, subjectId, sessionId] = [newId(), newId(), newId(), newId()];

beforeAll(async () => {
  world = await testWorld();
  await world.database.pool.query(
    `insert into events (workspace_id, user_id, type, subject_id, actor, data, created_at)
     select case when n % 3 = 0 then $1::uuid else gen_random_uuid() end,
            case when n % 6000 = 0 then $2::uuid else gen_random_uuid() end,
            case when n % 6000 = 0 then 'member.removed' else 'timer.started' end,
            case when n % 6000 = 0 then $3::uuid else gen_random_uuid() end,
            jsonb_build_object('kind', 'session', 'id', case when n % 6000 = 0 then $4::text else gen_random_uuid()::text end,
                               'user_id', case when n % 6000 = 0 then $2::text else gen_random_uuid()::text end),
            '{"before": null, "after": null}', '2026-03-10T00:00:00Z'::timestamptz + n * interval '1 second'
     from generate_series(1, $5::int) as n`,
    [workspaceId, userId, subjectId, sessionId, EVENTS],
  );
  await world.database.pool.query('analyze events');
});

/** Pages that a query touches, by the database's own count. */
async function pagesOf(request: (sql: Pick<World['db'], '$queryRaw'>) => Promise<unknown>): Promise<number> {
  let pages = 0;
  const explaining = {
    $queryRaw: async (parts: TemplateStringsArray, ...values: unknown[]) => {
      const query = Prisma.sql(parts as unknown as string[], ...values);
      const explain = Prisma.sql`explain (analyze, buffers, format json) ${query}`;
      const [row] = await world.db.$queryRaw<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(explain);
      const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
      pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      return world.db.$queryRaw(query);
    },
  };
  await request(explaining as never);
  return pages;
}

const page = { limit: 50, before: null };
const list = (filter: Omit<EventFilter, 'workspaceId'>) => (sql: Pick<World['db'], '$queryRaw'>) =>
  listEventRows(sql, { workspaceId, ...filter }, page);
const rare: EventType[] = ['member.removed'];
const timers: EventType[] = ['timer.started', 'timer.stopped', 'timer.paused'];

describe('a long feed', () => {
  test.each([
    ['the newest', {}, 50],
    ['a common group of types', { types: timers }, 50],
    ['a rare type', { types: rare }, 10],
    ['one person’s data', { userId }, 10],
    ['what one person did', { actorId: userId }, 10],
    ['what one session did', { actorId: sessionId }, 10],
    ['one thing', { subjectId }, 10],
    ['a day long ago', { to: new Date('2026-03-10T01:00:00Z') }, 50],
    ['one person’s data of a rare type by one session', { userId, types: rare, actorId: sessionId }, 10],
  ])('a page of %s reads little of it', async (_what, filter, count) => {
    let found = 0;
    const pages = await pagesOf(async (sql) => {
      found = (await list(filter)(sql)).events.length;
    });
    expect(found).toBe(count);
    expect(pages).toBeLessThan(MAX_PAGES);
  });

  test('returns later events, for all or one workspace, with few reads, also during an open transaction', async () => {
    const open = await world.database.pool.connect();
    await open.query('begin');
    await open.query('select pg_current_xact_id()');
    const after = { seen: await takeSnapshot(world.db), part: null };
    await world.database.pool.query(
      `insert into events (workspace_id, type, subject_id, actor, data)
       select $1, 'alarm.fired', $1, '{}', '{}' from generate_series(1, 3)`,
      [workspaceId],
    );
    for (const scope of [{}, { workspaceId }]) {
      let found = 0;
      const pages = await pagesOf(async (sql) => {
        found = (await readFeed(sql, { after, limit: 100, scope })).events.length;
      });
      expect(found).toBe(3);
      expect(pages).toBeLessThan(MAX_PAGES / 10);
    }
    await open.query('rollback');
    open.release();
  });

  test('returns whether a reader is far behind without counting all events', async () => {
    const pages = await pagesOf((sql) => isFarBehind(sql, { after: START, most: 1_000, workspaceId }));
    expect(pages).toBeLessThan(MAX_PAGES);
  });

  test('returns whether a cursor has expired, and cuts the next events, with few reads', async () => {
    const { rows } = await world.database.pool.query<{ id: string }>(
      `update feed_retention set through_id = (select min(id) + 30000 from events),
         through_xid = (select max(xid::text::bigint)::text::xid8 from events where workspace_id = $1)
       returning through_id as id`,
      [workspaceId],
    );
    let isExpired = false;
    const asking = await pagesOf(async (sql) => {
      isExpired = await isMissingDeletedEvents(sql, { after: START, workspaceId });
    });
    expect([isExpired, asking < MAX_PAGES / 10]).toEqual([true, true]);
    let passed = 0;
    const cutting = await pagesOf(async (sql) => {
      ({ passed } = await cutNextEvents(sql, { before: new Date('2026-05-01T00:00:00Z'), limit: 100 }));
    });
    expect(rows).toHaveLength(1);
    expect([passed, cutting < MAX_PAGES]).toEqual([100, true]);
  });
});
