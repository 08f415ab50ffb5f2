import { alarmFactsSql } from '#/lib/alarms/alarms/alarm-facts.ts';
import { intoHistory, MOVED_COLUMNS } from '#/lib/alarms/alarms/history.ts';
import { storedOutcome } from '#/lib/alarms/attempts/attempt.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import { CANARY_WORKSPACE } from '#/lib/engine/canary/canary.ts';
import type { Settlement } from '#/lib/engine/settle/settlement.ts';

const FACTS = alarmFactsSql({
  id: 'id',
  status: 'ended',
  due_at: 'due_at',
  version: 'version + 1',
  attempts: 'attempts - (not was_attempted)::int',
  end_reason: 'end_reason',
  name: 'name',
  external_id: 'external_id',
  url: 'url',
});

const ENDED = intoHistory({
  at: Prisma.raw('$8::timestamptz'),
  status: Prisma.raw('ended'),
  reason: Prisma.raw('end_reason'),
  sentAt: Prisma.raw('sent_at'),
  attempts: Prisma.raw('attempts - (not was_attempted)::int'),
}).sql;

/**
 * The results of many attempts by one statement: ended alarms move to the history, retried ones go back to scheduled,
 * every attempt is logged, and the feed gets its events: `alarm.fired` for those that publish, `alarm.dead`, and
 * `alarm.delivered` only where an endpoint subscribes to it, since one for each would be many rows. Deliveries to
 * endpoints make no events, which would be sent to endpoints again, and neither do canaries, which are the service's
 * own. A row whose version has changed no longer belongs to this worker: its attempt is logged and changes nothing. The
 * version alone decides; a predicate on the status would let the planner walk `alarms_lease` for each row (measured: 95
 * ms).
 */
const SETTLE: Statement = {
  name: 'settle_attempts',
  text: `
    with done as materialized (
      select * from unnest(
        $1::uuid[], $2::int[], $3::alarm_status[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::boolean[],
        $20::uuid[]
      ) as d (id, version, status, end_reason, next_attempt_at, sent_at, was_attempted, workspace_id)
    ), gone as (
      delete from alarms using done
      where alarms.id = any ($1) and alarms.id = done.id and alarms.workspace_id = done.workspace_id
        and alarms.version = done.version and done.end_reason is not null
      returning ${MOVED_COLUMNS}, done.status as ended, done.end_reason, done.sent_at, done.was_attempted
    ), ended as (
      ${ENDED}
    ), again as (
      update alarms
      set status = 'scheduled', lease_until = null, version = alarms.version + 1,
          next_attempt_at = greatest(alarms.due_at, done.next_attempt_at)
      from done
      where alarms.id = any ($1) and alarms.id = done.id and alarms.workspace_id = done.workspace_id
        and alarms.version = done.version and done.end_reason is null
      returning alarms.id
    ), hearing as materialized (
      select workspace_id from endpoints
      where workspace_id = any (array(select distinct workspace_id from gone where ended = 'delivered'))
        and disabled_at is null and endpoint_wants(event_types, 'alarm.delivered')
    ), new_events as (
      insert into events (workspace_id, user_id, type, subject_id, actor, data, created_at)
      select workspace_id, null, case when ended = 'dead' then 'alarm.dead' when url is null then 'alarm.fired' else 'alarm.delivered' end,
             id,
             '{"kind": "worker", "id": "engine"}',
             jsonb_build_object('alarm',
               ${FACTS} || case when ended = 'delivered' and url is null and payload is not null then jsonb_build_object('payload', payload::jsonb) else '{}' end,
               'before', jsonb_build_object('status', 'firing'), 'after', jsonb_build_object('status', ended)),
             $8::timestamptz
      from gone
      where endpoint_id is null and workspace_id <> '${CANARY_WORKSPACE}'
        and (ended = 'dead' or (ended = 'delivered' and (url is null or workspace_id in (select workspace_id from hearing))))
      returning 1
    ), logged as (
      insert into alarm_attempts (alarm_id, started_at, sent_at, next_attempt_at, attempt, duration_us, status_code,
                                  outcome, detail, address, excerpt, workspace_id)
      select * from unnest($9::uuid[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[], $13::int[],
                           $14::bigint[], $15::int[], $16::text[], $17::text[], $18::text[], $19::text[], $21::uuid[])
      on conflict do nothing
    )
    select id::text, (select count(*)::int from new_events) as events, (coalesce(settings ? 'callback', false) or (ended = 'dead' and url like 'broker://%')) as calls_back from gone
    union all select id::text, 0, false from again`,
};

/**
 * Which ids were still this worker's, whether the feed has new events, whether callbacks or dead letters of brokers are
 * due, and when this was written.
 */
export type Recorded = { own: Set<string>; hasEvents: boolean; hasCallbacks: boolean; writtenUs: Micros };

/** Writes what became of these alarms. */
export async function recordAttempts(sql: Sql, settlements: readonly Settlement[], nowUs: Micros): Promise<Recorded> {
  const rows = await sql<{ id: string; events: number; calls_back: boolean }>(SETTLE, [
    ...alarmColumns(settlements),
    formatMicros(nowUs),
    ...attemptColumns(settlements),
    settlements.map(({ claim }) => claim.workspaceId),
    settlements.flatMap(({ claim, attempt }) => (attempt ? claim.workspaceId : [])),
  ]);
  return {
    own: new Set(rows.map((row) => row.id)),
    hasEvents: rows.some((row) => row.events > 0),
    hasCallbacks: rows.some((row) => row.calls_back),
    writtenUs: nowUs,
  };
}

function alarmColumns(settlements: readonly Settlement[]): unknown[][] {
  return [
    settlements.map(({ claim }) => claim.id),
    settlements.map(({ claim }) => claim.version),
    settlements.map(({ end }) => end?.status ?? null),
    settlements.map(({ end }) => end?.reason ?? null),
    settlements.map(({ nextAttemptUs }) => instant(nextAttemptUs)),
    settlements.map(({ attempt }) => instant(attempt?.sentUs ?? null)),
    settlements.map(({ attempt }) => attempt !== null),
  ];
}

function attemptColumns(settlements: readonly Settlement[]): unknown[][] {
  const attempts = settlements.flatMap(({ attempt }) => attempt ?? []);
  return [
    attempts.map((one) => one.alarmId),
    attempts.map((one) => formatMicros(one.startedUs)),
    attempts.map((one) => instant(one.sentUs)),
    attempts.map((one) => instant(one.nextAttemptUs)),
    attempts.map((one) => one.attempt),
    attempts.map((one) => one.durationUs),
    attempts.map((one) => one.statusCode),
    attempts.map((one) => storedOutcome(one.outcome)),
    attempts.map((one) => one.detail),
    attempts.map((one) => one.address),
    attempts.map((one) => one.excerpt),
  ];
}

function instant(us: Micros | null): string | null {
  return us === null ? null : formatMicros(us);
}
