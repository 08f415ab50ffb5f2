import { beforeAll, expect, test } from 'vitest';
import { abortSome, countAbortable } from '#/lib/alarms/alarms/abort-alarms-query.ts';
import { countAlarms, listAlarmRows } from '#/lib/alarms/alarms/list-alarms-query.ts';
import { countDead } from '#/lib/alarms/dead-letters/redrive-query.ts';
import { newId } from '#/lib/core/ids.ts';
import { MS_US } from '#/lib/core/micros.ts';
import { countOpen, listAbandoned } from '#/lib/webhooks/deliveries/abort-deliveries-query.ts';
import { listDeliveryRows } from '#/lib/webhooks/deliveries/delivery-query.ts';
import { countUndelivered } from '#/lib/webhooks/deliveries/resend-query.ts';
import { readHealth } from '#/lib/webhooks/endpoints/endpoint-health-query.ts';
import { listKeepFailing } from '#/lib/webhooks/endpoints/keep-failing-query.ts';
import { planOf } from '#/test/plan-of.ts';
import { testWorld, type World } from '#/test/world.ts';

const NOW = Date.parse('2026-03-10T09:00:00Z');
const ROWS = 20_000;
const workspaceId = newId();
const endpointId = newId();
let world: World;

/** Alarms of the workspace and deliveries of its endpoint, pending and finished, each among many of others. */
beforeAll(async () => {
  world = await testWorld();
  const { pool } = world.database;
  const whose = `case when n % 100 < 2 then '${workspaceId}'::uuid else gen_random_uuid() end,
    case n % 100 when 1 then '${endpointId}'::uuid when 2 then gen_random_uuid() end`;
  const shared = `'https://acme.test/', '{"event": {"id": "1", "type": "timer.started", "at": "x"}}'`;
  const at = `timestamptz '2026-03-10T09:00:00Z' - n * interval '1 second'`;
  await pool.query(
    `insert into alarms (id, created_by, created_at, due_at, next_attempt_at, max_attempts, workspace_id, endpoint_id, url, settings)
     select gen_random_uuid(), gen_random_uuid(), ${at}, ${at}, ${at}, 10, ${whose}, ${shared} from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await pool.query(
    `insert into alarm_history (id, created_by, created_at, due_at, finished_at, version, attempts, max_attempts, status, end_reason, workspace_id, endpoint_id, url, settings)
     select gen_random_uuid(), gen_random_uuid(), ${at}, ${at}, ${at}, 1, 1, 10, 'dead', 'gone', ${whose}, ${shared} from generate_series(1, $1::int) n`,
    [ROWS],
  );
  await pool.query('analyze alarms, alarm_history');
});

const page = { limit: 50, after: { dueUs: NOW * MS_US, id: newId() } };
const alarmPage = { order: 'desc', limit: 50, after: { us: NOW * MS_US, id: newId() } } as const;
const anHour = [new Date(NOW - 3_600_000), new Date(NOW)] as const;
const keepFailing = { failingSince: new Date(NOW), spans: [anHour], limit: 100 };
const failed = { workspaceId, endpointId, fromUs: (NOW - 3_600_000) * MS_US, limit: 100 };

test.each<[string, (sql: never) => Promise<unknown>, RegExp]>([
  ['the log', (sql) => listDeliveryRows(sql, { workspaceId, endpointId }, page), /alarms_by_endpoint/],
  [
    'the log by state',
    (sql) => listDeliveryRows(sql, { workspaceId, endpointId, status: 'dead' }, page),
    /endpoint_id_status_due_at_id_idx/,
  ],
  ['dead letters', (sql) => countUndelivered(sql, failed), /endpoint_id_status_due_at_id_idx/],
  ['how much is open', (sql) => countOpen(sql, { id: endpointId, workspaceId }, 10_000), /alarms_by_endpoint/],
  ['whose endpoint is gone', (sql) => listAbandoned(sql), /Index (?:Only )?Scan using alarms_by_endpoint/],
  ['which keep failing', (sql) => listKeepFailing(sql, keepFailing), /alarms_by_endpoint/],
  [
    'how an endpoint does',
    (sql) => readHealth(sql, { workspaceId, endpointIds: [endpointId] }, new Date(NOW - 3_600_000)),
    /alarms_by_endpoint/,
  ],
  [
    'which alarms can be aborted',
    (sql) => countAbortable(sql, { workspaceId }, 10_000),
    /alarms_(?:scheduled|due_by_workspace)[\s\S]*alarms_retrying/,
  ],
  [
    'the next alarms to abort',
    (sql) => abortSome(sql, { workspaceId, dueTo: NOW * MS_US }, { atUs: NOW * MS_US, limit: 100 }),
    /alarms_scheduled[\s\S]*alarms_retrying/,
  ],
  [
    "the workspace's own alarms",
    (sql) => listAlarmRows(sql, { workspaceId }, alarmPage),
    /alarms_scheduled[\s\S]*workspace_id_status_due_at_id_idx/,
  ],
  [
    'those of one state',
    (sql) => listAlarmRows(sql, { workspaceId, status: 'aborted' }, alarmPage),
    /workspace_id_status_due_at_id_idx/,
  ],
  ['how many of them', (sql) => countAlarms(sql, { workspaceId }), /alarms_retrying/],
  ['its dead letters', (sql) => countDead(sql, { workspaceId }), /workspace_id_finished_at_idx/],
])('%s: found by its own index', async (_what, query, index) => {
  const plan = await planOf(world.db, query);
  expect(plan).toMatch(index);
  expect(plan).not.toMatch(/Seq Scan on (?:alarms|alarm_history_20260310)/);
});
