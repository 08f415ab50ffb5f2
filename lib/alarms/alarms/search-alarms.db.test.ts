import { beforeAll, expect, test } from 'vitest';
import { countAlarmsQuery, listAlarmsQuery, listDeadLettersQuery } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { countAlarmsByState, listAlarms } from '#/lib/alarms/alarms/list-alarms.ts';
import { listDeadLetters } from '#/lib/alarms/dead-letters/list-dead-letters.ts';
import type { Ctx } from '#/lib/context/context.ts';
import type { Db } from '#/lib/db/client.ts';
import { pagesOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const DAYS = 3;
const ROWS = 26_000;
const PENDING = 11_000;
/** 8 kB pages: 10,000 alarms of each of two states and their index. All of them have three times as many. */
const MAX_PAGES = 1_500;
const FROM = new Date('2026-03-10T00:00:00Z');

let world: World;
let ctx: Ctx;

/** Far more delivered and dead alarms than one page of a search reads. A few are named `needle`. */
beforeAll(async () => {
  world = await testWorld();
  ctx = await world.member();
  const { pool } = world.database;
  const { workspaceId } = ctx.actor;
  await pool.query('select alarm_partitions_ensure($1::date, $2)', [FROM, DAYS + 1]);
  for (const [status, reason, needles] of [
    ['delivered', 'delivered', [3, 12_000, ROWS - 1]],
    ['dead', 'gone', [7]],
  ] as const) {
    await pool.query(
      `insert into alarm_history (id, created_by, created_at, due_at, finished_at, version, attempts, max_attempts, status, end_reason, workspace_id, url, name)
       select gen_random_uuid(), $2, at, at, at, 1, 1, 10, $5::alarm_status, $6, $2, 'https://acme.test/' || n,
              case when n = any ($7::int[]) then 'the Needle ' || n else 'hay' end
       from generate_series(1, $1::int) n
         cross join lateral (select $3::timestamptz + n * interval '1 day' * $4 / $1 as at) as made`,
      [ROWS, workspaceId, FROM, DAYS, status, reason, needles],
    );
  }
  await pool.query(
    `insert into alarms (id, created_by, created_at, due_at, next_attempt_at, max_attempts, workspace_id, url, name)
     select gen_random_uuid(), $2, at, at, at, 10, $2, 'https://acme.test/', case n when $1 then 'needle ahead' else 'hay' end
     from generate_series(1, $1::int) n cross join lateral (select timestamptz '2026-04-01' + n * interval '1 s' as at) as made`,
    [PENDING, workspaceId],
  );
  await pool.query('vacuum analyze alarms, alarm_history');
});

type Page = { alarms: { name: string | null }[]; nextCursor: string | null };

/** The names on each page, from the first to the one that has no more. */
async function walk(next: (cursor: string | undefined) => Promise<Page>): Promise<(string | null)[][]> {
  const pages: (string | null)[][] = [];
  let cursor: string | undefined;
  do {
    const page = await next(cursor);
    pages.push(page.alarms.map(({ name }) => name));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return pages;
}

const list = (query: Record<string, string>) => (cursor?: string) =>
  listAlarms(ctx, listAlarmsQuery.parse({ name: 'needle', ...query, ...(cursor && { cursor }) }));

const NEWEST_FIRST = ['needle ahead', `the Needle ${ROWS - 1}`, 'the Needle 12000', 'the Needle 7', 'the Needle 3'];

test('a search finds every alarm once and in order, page by page', async () => {
  const pages = await walk(list({}));
  expect(pages.flat()).toEqual(NEWEST_FIRST);
  expect(pages.length).toBeGreaterThan(2);
  const upwards = await walk(list({ order: 'asc' }));
  expect(upwards.flat()).toEqual(NEWEST_FIRST.toReversed());
});

test('a search with more matches than a page holds continues after the last of them', async () => {
  expect((await walk(list({ limit: '1' }))).flat()).toEqual(NEWEST_FIRST);
  expect((await walk(list({ status: 'delivered', limit: '2' }))).flat()).toEqual([
    `the Needle ${ROWS - 1}`,
    'the Needle 12000',
    'the Needle 3',
  ]);
});

test('a search among dead letters finds them the same way', async () => {
  const pages = await walk((cursor) =>
    listDeadLetters(ctx, listDeadLettersQuery.parse({ name: 'NEEDLE', ...(cursor && { cursor }) })),
  );
  expect(pages).toEqual([[], [], ['the Needle 7']]);
});

test('an id is found at once, wherever it is', async () => {
  const { rows } = await world.database.pool.query("select id from alarm_history where name = 'the Needle 3'");
  expect(await walk(list({ name: rows[0].id }))).toEqual([['the Needle 3']]);
});

test('the counts of a search say where there may be more', async () => {
  const count = (query: object) => countAlarmsByState(ctx, countAlarmsQuery.parse(query));
  const found = await count({ name: 'needle' });
  expect(found).toMatchObject({ counts: { delivered: 1, dead: 0, scheduled: 1 }, isAll: false });
  const lastDay = { due_from: '2026-03-12T20:00:00Z', due_to: '2026-03-14T00:00:00Z' };
  expect(await count({ name: 'needle', ...lastDay })).toMatchObject({ counts: { delivered: 1 }, isAll: true });
  expect(await count({})).toMatchObject({ isAll: true });
});

test.each<[string, (inner: Ctx) => Promise<unknown>]>([
  ['a page', (inner) => listAlarms(inner, listAlarmsQuery.parse({ name: 'nowhere' }))],
  ['a page of dead letters', (inner) => listDeadLetters(inner, listDeadLettersQuery.parse({ name: 'nowhere' }))],
  ['the counts', (inner) => countAlarmsByState(inner, countAlarmsQuery.parse({ name: 'nowhere' }))],
])('%s of a search reads a fixed number of alarms, however many there are', async (_what, search) => {
  const pages = await pagesOf(world.db, (sql) => {
    const { $queryRaw } = sql as Pick<Db, '$queryRaw'>;
    return search({ ...ctx, db: { $queryRaw } as Db });
  });
  expect(pages).toBeLessThan(MAX_PAGES);
});
