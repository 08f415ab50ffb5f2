import type { Db } from '#/lib/db/client.ts';

type Sql = Pick<Db, '$queryRaw'>;
/** Half open: [from, to), in steps of `stepSeconds`. */
export type Stretch = { from: Date; to: Date; stepSeconds: number };

export type Point = {
  at: Date;
  /** How many of its minutes were written; when none was, all figures are null. */
  minutes: number;
  due: number | null;
  fired: number | null;
  delivered: number | null;
  retried: number | null;
  dead: number | null;
  overdue: number | null;
  timersRunning: number | null;
  timersPaused: number | null;
};

/** Maximum count of waiting alarms; more make no difference. */
const COUNTED_TO = 50_000;

/**
 * The figures in equal steps, oldest first. Workers' counts are included even if the minute itself was not written;
 * unknown figures are null, so that a gap looks like one. An alarm counts as due once its first attempt has ended, or
 * while it waits for it at `now`: when the engine stalls, the number keeps rising. Canaries are excluded.
 */
export function listPoints(
  sql: Sql,
  { from, to, stepSeconds }: Stretch,
  { now, canaryWorkspace }: { now: Date; canaryWorkspace: string },
): Promise<Point[]> {
  return sql.$queryRaw<Point[]>`
    with step as (
      select make_interval(secs => ${stepSeconds}::int) as length
    ), seen as (
      select date_bin(length, minute, ${from}::timestamptz) as at, count(*)::int as minutes, max(overdue) as overdue,
             max(timers_running) as "timersRunning", max(timers_paused) as "timersPaused"
      from operation_minutes, step where minute >= ${from} and minute < ${to}
      group by 1
    ), tried as (
      select date_bin(length, minute, ${from}::timestamptz) as at, sum(due) as due, sum(fired) as fired,
             sum(delivered) as delivered, sum(retried) as retried, sum(dead) as dead
      from operation_tries, step where minute >= ${from} and minute < ${to}
      group by 1
    ), waiting as (
      (select due_at from alarms
       where status = 'scheduled' and next_attempt_at <= ${now} and attempts = 0 and endpoint_id is null
         and workspace_id <> ${canaryWorkspace}::uuid limit ${COUNTED_TO})
      union all
      (select due_at from alarms
       where status = 'firing' and attempts = 1 and endpoint_id is null
         and workspace_id <> ${canaryWorkspace}::uuid limit ${COUNTED_TO})
    ), late as (
      select date_bin(length, due_at, ${from}::timestamptz) as at, count(*) as due
      from waiting, step where due_at >= ${from} and due_at < ${to}
      group by 1
    )
    select at, coalesce(minutes, 0) as minutes,
           case when minutes > 0 or tried.due >= 0 or late.due > 0
                then (coalesce(tried.due, 0) + coalesce(late.due, 0))::float8 end as due,
           case when minutes > 0 or tried.due >= 0 then coalesce(fired, 0)::float8 end as fired,
           case when minutes > 0 or tried.due >= 0 then coalesce(delivered, 0)::float8 end as delivered,
           case when minutes > 0 or tried.due >= 0 then coalesce(retried, 0)::float8 end as retried,
           case when minutes > 0 or tried.due >= 0 then coalesce(dead, 0)::float8 end as dead,
           overdue, "timersRunning", "timersPaused"
    from step, generate_series(${from}::timestamptz, ${to}::timestamptz - length, length) as steps (at)
      left join seen using (at) left join tried using (at) left join late using (at)
    order by at`;
}

/** Timers by minute, oldest first; null if the minute was not written. */
export type TimersByMinute = { running: (number | null)[]; paused: (number | null)[] };

/** Each minute of the stretch, as two lists: a day of them is 10 kB of JSON. */
export async function listTimersByMinute(
  sql: Sql,
  { from, to }: Pick<Stretch, 'from' | 'to'>,
): Promise<TimersByMinute> {
  const rows = await sql.$queryRaw<TimersByMinute[]>`
    select array_agg(timers_running order by at) as running, array_agg(timers_paused order by at) as paused
    from generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 minute', interval '1 minute') as each (at)
      left join operation_minutes on minute = at`;
  return rows[0] as TimersByMinute;
}

export type Gap = { from: Date; to: Date };

/** When no figures were written, since the first ones; the latest `limit`, oldest first. */
export async function listGaps(sql: Sql, { from, to }: Stretch, limit: number): Promise<Gap[]> {
  const rows = await sql.$queryRaw<Gap[]>`
    with recorded as (
      select minute from operation_minutes where minute >= ${from} and minute < ${to}
      union all
      -- The minute before the first, if there are older figures.
      select ${from}::timestamptz - interval '1 minute'
      where exists (select from operation_minutes where minute < ${from})
    ), next as (
      select minute, lead(minute, 1, ${to}::timestamptz) over (order by minute) as following from recorded
    )
    select minute + interval '1 minute' as from, following as to
    from next where following > minute + interval '1 minute'
    order by minute desc limit ${limit}`;
  return rows.reverse();
}

/** First attempts by lateness, and how many canaries completed. */
export type Latenesses = { canaries: number; lateness: number[] };

export async function sumLateness(sql: Sql, { from, to }: Stretch): Promise<Latenesses> {
  const rows = await sql.$queryRaw<Latenesses[]>`
    select coalesce(sum(canaries), 0)::float8 as canaries,
           array(select sum(count)::float8
                 from operation_tries cross join lateral unnest(lateness) with ordinality as b (count, place)
                 where minute >= ${from} and minute < ${to} group by place order by place) as lateness
    from operation_tries where minute >= ${from} and minute < ${to}`;
  return rows[0] as Latenesses;
}
