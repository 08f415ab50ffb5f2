import { beforeAll, expect, test } from 'vitest';
import { newId } from '#/lib/core/ids.ts';
import { listDeliveryRows } from '#/lib/webhooks/deliveries/delivery-query.ts';
import { readHealth } from '#/lib/webhooks/endpoints/endpoint-health-query.ts';
import { hasDeliveredSince } from '#/lib/webhooks/endpoints/last-success-query.ts';
import { pagesOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const DAYS = 4;
const ROWS = 15_000;
/** One row in this many is in a rare state. */
const RARE = 5_000;
/** 8 kB pages: some of the index and of the table for each row of a page, from each day. */
const MAX_PAGES = 300;
const FROM = new Date('2026-03-10T00:00:00Z');

const [workspaceId, delivered, given] = [newId(), newId(), newId()];
let world: World;

/**
 * An endpoint whose deliveries nearly all arrive, and another where nearly none does; many wait for a retry at both.
 */
beforeAll(async () => {
  world = await testWorld();
  const { pool } = world.database;
  await pool.query('select alarm_partitions_ensure($1::date, $2)', [FROM, DAYS + 1]);
  const settings = `'https://acme.test/', '{"event": {"id": "1", "type": "timer.started", "at": "x"}}'`;
  for (const [endpointId, usual, rare] of [
    [delivered, 'delivered', 'dead'],
    [given, 'dead', 'delivered'],
  ]) {
    await pool.query(
      `insert into alarm_history (id, created_by, created_at, due_at, finished_at, version, attempts, max_attempts, status, end_reason, workspace_id, endpoint_id, url, settings)
       select gen_random_uuid(), $2, at, at, at, 1, 1, 10, status::alarm_status,
              case status when 'dead' then 'gone' else status end, '${workspaceId}', $2, ${settings}
       from generate_series(1, $1::int) n
         cross join lateral (select $3::timestamptz + n * interval '1 day' * ${DAYS} / $1 as at,
           case n % ${RARE} when 1 then $5 when 2 then 'aborted' else $4 end as status) as made`,
      [ROWS, endpointId, FROM, usual, rare],
    );
    await pool.query(
      `insert into alarms (id, created_by, created_at, due_at, next_attempt_at, max_attempts, workspace_id, endpoint_id, url, settings, status, attempts, lease_until)
       select gen_random_uuid(), $2, at, at, at, 10, '${workspaceId}', $2, ${settings},
              case n % ${RARE} when 1 then 'firing' else 'scheduled' end::alarm_status,
              case when n % ${RARE} = 2 then 0 else 1 end, case n % ${RARE} when 1 then at end
       from generate_series(1, $1::int) n cross join lateral (select $3::timestamptz + n * interval '1 s' as at) as made`,
      [ROWS, endpointId, FROM],
    );
  }
  await pool.query('vacuum analyze alarms, alarm_history');
});

const page = { limit: 6, after: null };

test.each<[string, (sql: never) => Promise<unknown>]>([
  ['all deliveries', (sql) => listDeliveryRows(sql, { workspaceId, endpointId: delivered }, page)],
  [
    'the few that are dead',
    (sql) => listDeliveryRows(sql, { workspaceId, endpointId: delivered, status: 'dead' }, page),
  ],
  [
    'the few that arrived',
    (sql) => listDeliveryRows(sql, { workspaceId, endpointId: given, status: 'delivered' }, page),
  ],
  [
    'the few that were aborted',
    (sql) => listDeliveryRows(sql, { workspaceId, endpointId: given, status: 'aborted' }, page),
  ],
  [
    'the few that are new',
    (sql) => listDeliveryRows(sql, { workspaceId, endpointId: given, status: 'scheduled' }, page),
  ],
  ['the few in flight', (sql) => listDeliveryRows(sql, { workspaceId, endpointId: given, status: 'firing' }, page)],
  [
    'those that are retrying',
    (sql) => listDeliveryRows(sql, { workspaceId, endpointId: given, status: 'retrying' }, page),
  ],
  [
    'whether one arrived since',
    (sql) => hasDeliveredSince(sql, { id: given, workspaceId }, new Date('2026-03-13T23:59:00Z')),
  ],
])('%s of an endpoint are found without reading its other deliveries', async (_what, query) => {
  expect(await pagesOf(world.db, query)).toBeLessThan(MAX_PAGES);
});

test('the health of endpoints comes from their latest thousand deliveries of each kind', async () => {
  const health = await readHealth(world.db, { workspaceId, endpointIds: [delivered, given] }, FROM);
  expect(health.get(delivered)).toEqual({ delivered: 1_000, failed: 0, retrying: 1_000 });
  expect(health.get(given)).toEqual({ delivered: 0, failed: 1_000, retrying: 1_000 });
  const pages = await pagesOf(world.db, (sql) => readHealth(sql, { workspaceId, endpointIds: [delivered] }, FROM));
  expect(pages).toBeLessThan(1_500);
});
