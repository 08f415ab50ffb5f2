import { beforeAll, expect, test } from 'vitest';
import { countAlarms, countDead, listAlarmRows } from '#/lib/alarms/alarms/list-alarms-query.ts';
import { countDead as countDry, listDead } from '#/lib/alarms/dead-letters/redrive-query.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { pagesOf } from '#/test/plan-of.ts';
import { report } from '#/test/proofs/figures.ts';
import { testWorld, type World } from '#/test/world.ts';

// Lists of a workspace with 500,000 alarms over 30 days, nearly all delivered or scheduled: how many pages each reads,
// independent of load.

const DAYS = 30;
const FINISHED = 500_000;
const PENDING = 100_000;
/** One in this many is in a rare state. */
const RARE = 50_000;
const START = Date.parse('2026-03-10T00:00:00Z');
/** A page of 50, from each of 30 days at most: some of the index and of the table for each row. */
const MAX_PAGES = 2_000;
/** Up to 10,001 of each state are counted. */
const MAX_PAGES_COUNTING = 8_000;

const workspaceId = newId();
let world: World;

beforeAll(async () => {
  world = await testWorld();
  const { pool } = world.database;
  await pool.query("select alarm_partitions_ensure('2026-03-10'::date, $1)", [DAYS + 1]);
  await pool.query(
    `insert into alarm_history (id, created_by, created_at, due_at, finished_at, version, attempts, max_attempts, status, end_reason, workspace_id, url)
     select gen_random_uuid(), $2, at, at, at, 1, 1, 10, status::alarm_status, reason, $2, 'https://acme.test/'
     from generate_series(1, $1::int) n
       cross join lateral (select $3::timestamptz + n * interval '1 day' * $4 / $1 as at,
         case n % $5 when 1 then 'aborted' when 2 then 'dead' else 'delivered' end as status,
         case n % $5 when 1 then 'aborted' when 2 then 'gone' else 'delivered' end as reason) as made`,
    [FINISHED, workspaceId, new Date(START), DAYS, RARE],
  );
  await pool.query(
    `insert into alarms (id, created_by, created_at, due_at, next_attempt_at, max_attempts, workspace_id, url, status, attempts, lease_until)
     select gen_random_uuid(), $2, at, at, at, 10, $2, 'https://acme.test/',
            case n % $4 when 1 then 'firing' else 'scheduled' end::alarm_status,
            case when n % $4 in (1, 2) then 1 else 0 end, case n % $4 when 1 then at end
     from generate_series(1, $1::int) n cross join lateral (select $3::timestamptz + n * interval '1 s' as at) as made`,
    [PENDING, workspaceId, new Date(START + DAYS * DAY_MS), RARE],
  );
  await pool.query('vacuum analyze alarms, alarm_history');
}, 600_000);

const first = { order: 'desc', limit: 51, after: null } as const;
const middle = { ...first, after: { us: (START + 15 * DAY_MS) * MS_US, id: newId() } };
const window = { dueFrom: (START + 3 * DAY_MS) * MS_US, dueTo: (START + 4 * DAY_MS) * MS_US };

test.each<[string, number, (sql: never) => Promise<unknown>]>([
  ['all alarms', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId }, first)],
  ['all alarms, from the middle', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId }, middle)],
  [
    'all alarms, the earliest first',
    MAX_PAGES,
    (sql) => listAlarmRows(sql, { workspaceId }, { ...first, order: 'asc' }),
  ],
  ['scheduled alarms', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId, status: 'scheduled' }, first)],
  ['retrying alarms', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId, status: 'retrying' }, first)],
  ['firing alarms', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId, status: 'firing' }, first)],
  ['delivered alarms', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId, status: 'delivered' }, first)],
  ['aborted alarms', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId, status: 'aborted' }, first)],
  [
    'aborted alarms of a day',
    MAX_PAGES,
    (sql) => listAlarmRows(sql, { workspaceId, status: 'aborted', ...window }, first),
  ],
  ['dead alarms', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId, status: 'dead' }, first)],
  ['an external id', MAX_PAGES, (sql) => listAlarmRows(sql, { workspaceId, externalId: 'once' }, first)],
  ['dead letters', MAX_PAGES, (sql) => listDead(sql, { workspaceId }, { limit: 51, after: null })],
  ['the number of dead letters', MAX_PAGES, (sql) => countDead(sql, workspaceId, 1_001)],
  ['a dry run', MAX_PAGES, (sql) => countDry(sql, { workspaceId })],
  ['counts by state', MAX_PAGES_COUNTING, (sql) => countAlarms(sql, { workspaceId })],
  ['counts by state of a day', MAX_PAGES_COUNTING, (sql) => countAlarms(sql, { workspaceId, ...window })],
])('%s: few pages are read, however large the workspace', async (what, most, query) => {
  const pages = await pagesOf(world.db, query);
  report(`bounded lists, ${what}`, { pages });
  expect(pages).toBeLessThan(most);
});
