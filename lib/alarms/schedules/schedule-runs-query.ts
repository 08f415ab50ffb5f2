import { alarmFactsSql } from '#/lib/alarms/alarms/alarm-facts.ts';
import { abortedIntoHistory } from '#/lib/alarms/alarms/history.ts';
import { ofWorkspace } from '#/lib/alarms/alarms/of-workspace.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { FeedEvent } from '#/lib/feed/events/event.ts';

type NewRun = { scheduleId: string; workspaceId: string; runAt: Date; alarmId: string };

/**
 * Records which runs become alarms, and returns the alarms of those that had none yet: the primary key lets each run of
 * a schedule become one alarm, whichever worker registers it. In one order, so that two never deadlock.
 */
export async function claimRuns(tx: Pick<Tx, '$queryRaw'>, runs: readonly NewRun[]): Promise<Set<string>> {
  const given = runs.map(({ scheduleId, workspaceId, runAt, alarmId }) => ({
    schedule_id: scheduleId,
    workspace_id: workspaceId,
    run_at: runAt,
    alarm_id: alarmId,
  }));
  const rows = await tx.$queryRaw<{ id: string }[]>`
    insert into schedule_runs (schedule_id, run_at, alarm_id, workspace_id)
    select schedule_id, run_at, alarm_id, workspace_id
    from json_to_recordset(${JSON.stringify(given)}::text::json)
      as given (schedule_id uuid, run_at timestamptz, alarm_id uuid, workspace_id uuid)
    order by 1, 2
    on conflict do nothing
    returning alarm_id::text as id`;
  return new Set(rows.map(({ id }) => id));
}

/** Runs that were aborted: how many, the instant of the first, and whether an endpoint subscribes to them. */
export type Withdrawn = { count: number; firstRunAt: Date | null; isWanted: boolean };
/** Who aborted them, and when. */
type Withdrawal = { at: Date; after: Date | null; actor: FeedEvent['actor']; requestId: string | null };

const FACTS = Prisma.raw(
  alarmFactsSql({
    id: 'id',
    status: 'status',
    due_at: 'due_at',
    version: 'version',
    attempts: 'attempts',
    end_reason: 'end_reason',
    name: 'name',
    external_id: 'external_id',
    url: 'url',
  }),
);

/**
 * Aborts the runs of a schedule that were never attempted, withdraws them, so that they can be registered again, and
 * records an event for each. Runs that a worker has claimed, or is retrying, continue. The same predicate as the
 * engine's claim: the first one wins.
 */
export async function withdrawRunRows(
  tx: Pick<Tx, '$queryRaw'>,
  { id, workspaceId }: { id: string; workspaceId: string },
  { at, after, actor, requestId }: Withdrawal,
): Promise<Withdrawn> {
  const rows = await tx.$queryRaw<Withdrawn[]>`
    with gone as (
      delete from alarms
      where settings ? 'schedule_id' and settings ->> 'schedule_id' = ${id} and workspace_id = ${workspaceId}::uuid
        and status = 'scheduled' and attempts = 0 and endpoint_id is null
        and (${after}::timestamptz is null or (settings ->> 'run_at')::timestamptz > ${after}::timestamptz)
      returning *
    ), ended as (
      ${abortedIntoHistory(at)}
      returning *
    ), new_events as (
      insert into events (workspace_id, user_id, type, subject_id, actor, data, request_id, created_at)
      select workspace_id, null, 'alarm.aborted', id, ${JSON.stringify(actor)}::jsonb,
             jsonb_build_object('alarm', ${FACTS}, 'before', jsonb_build_object('status', 'scheduled'),
                                'after', jsonb_build_object('status', 'aborted')),
             ${requestId}, ${at}::timestamptz
      from ended order by due_at
    ), taken as (
      delete from schedule_runs using gone
      where schedule_runs.schedule_id = ${id}::uuid and ${ofWorkspace(workspaceId, 'schedule_runs')}
        and schedule_runs.alarm_id = gone.id
      returning schedule_runs.run_at
    )
    select (select count(*)::int from gone) as count, (select min(run_at) from taken) as "firstRunAt",
           exists (
             select from endpoints
             where endpoints.workspace_id in (select workspace_id from gone) and disabled_at is null
               and endpoint_wants(event_types, 'alarm.aborted')
           ) as "isWanted"`;
  return rows[0] as Withdrawn;
}

/** Deletes up to `limit` records of runs before an instant that their schedule has passed, and returns how many. */
export async function deleteRunsBefore(
  tx: Pick<Tx, '$executeRaw'>,
  { before, limit }: { before: Date; limit: number },
): Promise<number> {
  return tx.$executeRaw`
    delete from schedule_runs where (schedule_id, run_at) in (
      select schedule_id, run_at from schedule_runs
      where run_at < ${before}::timestamptz
        and not exists (
          select from schedules
          where schedules.id = schedule_id and ${ofWorkspace(Prisma.sql`schedules.workspace_id`, 'schedule_runs')}
            and next_run_at <= run_at)
      limit ${limit})`;
}
