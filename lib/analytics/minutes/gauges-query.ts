import type { DatabaseFacts, Gauges, QueueDepth } from '#/lib/analytics/minutes/gauges.ts';
import type { Db } from '#/lib/db/client.ts';

/** Counted exactly up to this; beyond it the figure means that many or more. */
const COUNTED_TO = 50_000;

type Sql = Pick<Db, '$queryRaw'>;
type Counts = Omit<Gauges, 'queues' | 'database'>;

/**
 * `seenSince`: workers seen after it count as alive. `canaryWorkspace`: the service's own, whose alarms are not
 * counted.
 */
export type CountOf = { now: Date; seenSince: Date; canaryWorkspace: string };

/**
 * All gauges at `now`, in all workspaces: one statement, each count by its own index. Waiting alarms are counted up to
 * 50,000. Canaries are few: they are counted separately and subtracted, since a filter would have to check each row.
 */
export async function countGauges(sql: Sql, { now, seenSince, canaryWorkspace }: CountOf): Promise<Counts> {
  const rows = await sql.$queryRaw<Counts[]>`
    with canaries as materialized (
      select count(*) as waiting, count(*) filter (where due_at <= ${now}) as overdue from alarms
      where workspace_id = ${canaryWorkspace}::uuid and endpoint_id is null and status = 'scheduled'
    )
    select (select count(*)::int from timers where status = 'running') as "timersRunning",
           (select count(*)::int from timers where ended_at is null and status = 'paused') as "timersPaused",
           (select greatest(count(*) - (select waiting from canaries), 0)::int
            from (select from alarms where status = 'scheduled' limit ${COUNTED_TO}) as few) as pending,
           (select greatest(count(*) - (select overdue from canaries), 0)::int from (
              select from alarms where status = 'scheduled' and next_attempt_at <= ${now} limit ${COUNTED_TO}) as few)
             as overdue,
           (select least(coalesce(extract(epoch from ${now}::timestamptz - min(next_attempt_at)) * 1000, 0), 2147483647)::int
            from alarms
            where status = 'scheduled' and next_attempt_at <= ${now} and workspace_id <> ${canaryWorkspace}::uuid)
             as "oldestOverdueMs",
           (select count(*)::int from (
              select from alarms where status = 'scheduled' and attempts > 0 and endpoint_id is null
              limit ${COUNTED_TO}) as few) as retrying,
           (select count(*)::int from endpoints where disabled_at is null and failing_since is not null)
             as "endpointsFailing",
           (select count(*)::int from workers where seen_at > ${seenSince}) as workers`;
  return rows[0] as Counts;
}

/** The database's own gauges: connections and their limit, its size, rows that wait for vacuum. */
export async function measureDatabase(sql: Sql): Promise<DatabaseFacts> {
  const rows = await sql.$queryRaw<DatabaseFacts[]>`
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as max_connections,
           pg_database_size(current_database())::float8 as bytes,
           (select coalesce(sum(n_dead_tup), 0)::float8 from pg_stat_user_tables) as dead_rows,
           (select coalesce(max(greatest(extract(epoch from clock_timestamp() - xact_start) * 1000, 0)), 0)::float8
            from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid())
             as oldest_transaction_ms`;
  const { oldest_transaction_ms, ...facts } = rows[0] as DatabaseFacts;
  return { ...facts, oldest_transaction_ms: Math.round(oldest_transaction_ms) };
}

/** The non-empty queues of pg-boss, by name; none if no worker has ever created them. */
export async function listQueueDepths(sql: Sql): Promise<QueueDepth[]> {
  const [made] = await sql.$queryRaw<{ isThere: boolean }[]>`select to_regclass('pgboss.job') is not null as "isThere"`;
  if (!made?.isThere) return [];
  return sql.$queryRaw<QueueDepth[]>`
    select name, count(*) filter (where state in ('created', 'retry'))::int as queued,
           count(*) filter (where state = 'active')::int as active,
           count(*) filter (where state = 'failed')::int as failed
    from pgboss.job where state in ('created', 'retry', 'active', 'failed')
    group by name order by name`;
}
