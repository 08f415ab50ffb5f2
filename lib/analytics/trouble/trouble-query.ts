import { ofWorkspace } from '#/lib/alarms/alarms/of-workspace.ts';
import { currentOutcome, type StoredOutcome } from '#/lib/alarms/attempts/attempt.ts';
import { QUEUED_AT } from '#/lib/alarms/receivers/receiver.ts';
import type { TroubledEndpoint, TroubledHost } from '#/lib/analytics/trouble/trouble.ts';
import { DAY_MS, HOUR_MS } from '#/lib/core/duration.ts';
import type { Db } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Sql = Pick<Db, '$queryRaw'>;
type Filter = { workspaceId: string; now: Date };

/** Older ones say little about the current state, and are in other partitions. */
const LOOK_BACK_MS = DAY_MS;
/** The latest deliveries of each endpoint: up to this many open ones, and this many finished ones. */
const DELIVERIES_READ = 50;
/** The latest alarms of the workspace: up to this many being retried, and this many that died. */
const ALARMS_READ = 200;
/** The latest delivered alarms, whose attempts need not be read. */
const DELIVERED_READ = 1_000;
/** The latest attempts of one alarm. */
const ATTEMPTS_READ = 20;
const MAX_ENDPOINTS = 50;
const MAX_HOSTS = 20;
/**
 * A webhook that works at times is in trouble too when this many attempts of the last hour failed, and this large a
 * share of them.
 */
const OFTEN = 5;
const OFTEN_PART = 0.2;

/**
 * Endpoints of the workspace that fail, that were disabled while failing, or that fail often, longest first. Each one's
 * latest deliveries by `alarms_by_endpoint` and `alarm_history_by_endpoint`, and their attempts by the primary key.
 * Measured with twice as many deliveries of each: 107 ms for 50 endpoints, all of them busy, among 120,000 attempts.
 */
export async function listTroubledEndpoints(sql: Sql, { workspaceId, now }: Filter): Promise<TroubledEndpoint[]> {
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  const open = (status: string) => Prisma.sql`(
    select * from alarms
    where endpoint_id = own.id and workspace_id = ${workspaceId}::uuid and status = ${status}::alarm_status
      and least(attempts, 1) = 1
    order by due_at desc limit ${DELIVERIES_READ})`;
  const ended = (status: string) => Prisma.sql`(
    select * from alarm_history
    where endpoint_id = own.id and workspace_id = ${workspaceId}::uuid and status = ${status}::alarm_status
      and finished_at >= ${since} and finished_at <= ${now}
    order by due_at desc limit ${DELIVERIES_READ})`;
  const sent = Prisma.sql`
    select own.id::text as key, latest.*
    from own cross join lateral (
      (select id, status::text, attempts, next_attempt_at, null::timestamptz as ended_at
       from (${open('scheduled')} union all ${open('firing')}) as open
       order by due_at desc limit ${DELIVERIES_READ})
      union all
      (select id, status::text, attempts, null, coalesce(sent_at, finished_at)
       from (${ended('delivered')} union all ${ended('dead')}) as ended
       order by due_at desc limit ${DELIVERIES_READ})
    ) as latest`;
  const rows = await sql.$queryRaw<Stored<TroubledEndpoint>[]>`
    with own as materialized (
      select id, url, disabled_at, failing_since from endpoints
      where workspace_id = ${workspaceId}::uuid and (disabled_at is null or disabled_reason = 'failing')
      limit ${MAX_ENDPOINTS}
    ), ${figuresOf(sent, { workspaceId, since, now })}
    select own.id::text, own.url, own.disabled_at as "disabledAt",
           coalesce(own.failing_since, first_failed_at::timestamptz(3)) as "failingSince", ${COLUMNS}
    from own left join figures on figures.key = own.id::text
    where own.disabled_at is not null or own.failing_since is not null or ${FAILS_OFTEN}
    order by own.failing_since nulls last, own.id`;
  return rows.map(withCurrentOutcome);
}

/**
 * Hosts called by alarms of the workspace that fail or fail often, longest first. From alarms being retried
 * (`alarms_retrying`), dead ones (`alarm_history_dead`) and the last delivered ones (`alarm_history_by_status`): 25 ms
 * with the maximum of each.
 */
export async function listTroubledHosts(sql: Sql, { workspaceId, now }: Filter): Promise<TroubledHost[]> {
  const since = new Date(now.getTime() - LOOK_BACK_MS);
  const ownerCondition = Prisma.sql`workspace_id = ${workspaceId}::uuid and endpoint_id is null`;
  const sent = Prisma.sql`
    select substring(url from '^[a-z]+://([^/?#]+)') as key, id, status, attempts, next_attempt_at, ended_at
    from (
      (select url, id, status::text, attempts, next_attempt_at, null::timestamptz as ended_at from alarms
       where ${ownerCondition} and status = 'scheduled' and attempts > 0
       order by due_at desc limit ${ALARMS_READ})
      union all
      (select url, id, status::text, attempts, null, coalesce(sent_at, finished_at) from alarm_history
       where ${ownerCondition} and status = 'dead' and finished_at >= ${since} and finished_at <= ${now}
       order by finished_at desc limit ${ALARMS_READ})
      union all
      (select url, id, status::text, attempts, null, coalesce(sent_at, finished_at) from alarm_history
       where ${ownerCondition} and status = 'delivered' and due_at >= ${since} and finished_at >= ${since} and finished_at <= ${now}
       order by due_at desc limit ${DELIVERED_READ})
    ) as latest
    where url is not null`;
  const rows = await sql.$queryRaw<Stored<TroubledHost>[]>`
    with ${figuresOf(sent, { workspaceId, since, now })}
    select key as host, retrying, dead, first_failed_at::timestamptz(3) as "failingSince", ${COLUMNS}
    from figures
    where in_a_row > 0 or ${FAILS_OFTEN}
    order by first_failed_at nulls last, key limit ${MAX_HOSTS}`;
  return rows.map(withCurrentOutcome);
}

type Stored<T> = Omit<T, 'lastOutcome'> & { lastOutcome: StoredOutcome | null };

function withCurrentOutcome<T extends { lastOutcome: StoredOutcome | null }>(row: T) {
  return { ...row, lastOutcome: row.lastOutcome && currentOutcome(row.lastOutcome) };
}

const FAILS_OFTEN = Prisma.sql`(failed >= ${OFTEN}::int and failed >= ${OFTEN_PART}::float8 * tried)`;

const COLUMNS = Prisma.sql`
  coalesce(in_a_row, 0) as "failuresInARow", coalesce(tried, 0) as attempts, coalesce(failed, 0) as failed,
  last_failed_at::timestamptz(3) as "lastErrorAt", last_outcome as "lastOutcome", last_status as "lastStatusCode",
  last_detail as "lastDetail", last_ms as "lastDurationMs", next_at::timestamptz(3) as "nextAttemptAt"`;

/**
 * The figures for each key in `sent`, as `figures`. A delivery at the first attempt contains its own figures; for
 * everything else the attempts are read. One that a worker aborted when it shut down says nothing about its receiver.
 */
function figuresOf(sent: Prisma.Sql, { workspaceId, since, now }: Filter & { since: Date }): Prisma.Sql {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  return Prisma.sql`
    sent as materialized (${sent}), tried as (
      select key, ended_at as at, 'delivered' as outcome, null::int as status_code, null as detail, null::bigint as duration_us
      from sent where status = 'delivered' and attempts = 1
      union all
      select key, started_at, outcome, status_code, detail, duration_us
      from sent cross join lateral (
        select * from alarm_attempts
        where alarm_id = sent.id and ${ofWorkspace(workspaceId)}
          and started_at >= ${since} and started_at <= ${now} and outcome <> 'stopped'
        order by started_at desc limit ${ATTEMPTS_READ}
      ) as each_attempt
      where status <> 'delivered' or sent.attempts > 1
    ), placed as (
      select *, outcome <> 'delivered' as is_failure,
             max(at) filter (where outcome = 'delivered') over (partition by key) as worked_at
      from tried
    ), outcomes as (
      select key,
             count(*) filter (where at >= ${hourAgo})::int as tried,
             count(*) filter (where at >= ${hourAgo} and is_failure)::int as failed,
             count(*) filter (where is_failure and at > coalesce(worked_at, '-infinity'))::int as in_a_row,
             min(at) filter (where is_failure and at > coalesce(worked_at, '-infinity')) as first_failed_at,
             max(at) filter (where is_failure) as last_failed_at,
             (array_agg(outcome order by at desc) filter (where is_failure))[1] as last_outcome,
             (array_agg(status_code order by at desc) filter (where is_failure))[1] as last_status,
             (array_agg(detail order by at desc) filter (where is_failure))[1] as last_detail,
             (array_agg((duration_us / 1000)::float8 order by at desc) filter (where is_failure))[1] as last_ms
      from placed group by key
    ), figures as (
      select sent.key, min(nullif(next_attempt_at, ${Prisma.raw(QUEUED_AT)})) filter (where status = 'scheduled') as next_at,
             count(*) filter (where status = 'scheduled')::int as retrying,
             count(*) filter (where status = 'dead')::int as dead,
             any_value(outcomes.tried) as tried, any_value(failed) as failed, any_value(in_a_row) as in_a_row,
             any_value(first_failed_at) as first_failed_at, any_value(last_failed_at) as last_failed_at,
             any_value(last_outcome) as last_outcome, any_value(last_status) as last_status,
             any_value(last_detail) as last_detail, any_value(last_ms) as last_ms
      from sent left join outcomes using (key) group by sent.key
    )`;
}
