import type { Db } from '#/lib/db/client.ts';

/** Instants from which the figures count. */
export type Since = { seen: Date; late: Date; dead: Date; canary: Date; used: Date };

export type Found = {
  workerSeenAt: Date | null;
  workingSince: Date | null;
  onHoldSince: Date | null;
  canaryDueAt: Date | null;
  canariesLateMs: number[];
  /** The engine's lateness in the minutes since `late`, as one histogram. */
  lateness: number[];
  /** Alarms that ended since `dead`, dead letters in all workspaces, and those of the operators' own. */
  ended: number;
  dead: number;
  deadOwn: number;
  /** Brokers in use, how many have failed for `failingMs`, how many of those are the operators' own, and since when. */
  brokers: number;
  failingBrokers: number;
  failingBrokersOwn: number;
  brokerFailingSince: Date | null;
};

/** Maximum count of the operators' own dead letters; more make no difference. */
const COUNTED_TO = 1_000;

/**
 * The input of the rules, by one statement. The canaries of `canaryWorkspace` are found in the history by its index;
 * the bound on when they finished skips the partitions of other days. A minute that was written proves that a worker
 * ran in it: one that shut down cleanly has deleted its row. A broker has failed for `failingMs` when its first and its
 * last failure are that far apart, without a success in between: time without attempts proves nothing.
 */
export async function findWatched(
  sql: Pick<Db, '$queryRaw'>,
  since: Since,
  canary: { workspaceId: string; count: number },
  failingMs: number,
): Promise<Found> {
  const rows = await sql.$queryRaw<Found[]>`
    with heard as materialized (
      select due_at, sent_at from alarm_history
      where workspace_id = ${canary.workspaceId}::uuid and endpoint_id is null
        and due_at > ${since.canary} and finished_at > ${since.canary} and sent_at is not null
      order by due_at desc limit ${canary.count}
    ), counted as (
      select coalesce(sum(dead), 0)::float8 as dead, coalesce(sum(delivered + dead), 0)::float8 as ended
      from operation_tries where minute > ${since.dead}
    ), operators as (
      select id from workspaces order by created_at, id limit 1
    ), tried as (
      select failing_since, workspace_id = (select id from operators) as own,
             coalesce(last_error_at >= coalesce(last_connected_at, '-infinity') and last_error_at > ${since.used}
                      and last_error_at - failing_since >= ${failingMs} * interval '1 ms', false) as failing
      from brokers where not paused
    ), brokers as (
      select count(*)::int as brokers, count(*) filter (where failing)::int as "failingBrokers",
             count(*) filter (where failing and own)::int as "failingBrokersOwn",
             coalesce(min(failing_since) filter (where failing and own), min(failing_since) filter (where failing))
               as "brokerFailingSince"
      from tried
    )
    select greatest((select max(seen_at) from workers),
                    (select max(minute) + interval '1 minute' from operation_minutes)) as "workerSeenAt",
           (select min(started_at) from workers where seen_at > ${since.seen}) as "workingSince",
           (select began_at from engine_holds where released_at is null) as "onHoldSince",
           (select max(due_at)::timestamptz(3) from heard) as "canaryDueAt",
           array(select (extract(epoch from sent_at - due_at) * 1000)::float8 from heard order by due_at desc)
             as "canariesLateMs",
           array(select sum(count)::int
                 from operation_tries cross join lateral unnest(engine_lateness) with ordinality as b (count, place)
                 where minute > ${since.late} group by place order by place) as lateness,
           counted.ended, counted.dead,
           (select count(*)::int from (
              select from alarm_history
              where workspace_id = (select id from operators)
                and status = 'dead' and endpoint_id is null and finished_at > ${since.dead}
              limit ${COUNTED_TO}) as few) as "deadOwn",
           brokers.*
    from counted, brokers`;
  return rows[0] as Found;
}
