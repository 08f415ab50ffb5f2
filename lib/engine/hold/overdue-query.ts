import { abortedIntoHistory } from '#/lib/alarms/alarms/history.ts';
import type { Db, Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** What waits of one workspace and was due before an instant. `workspace` is null for the service's own test alarms. */
export type Overdue = {
  workspaceId: string;
  workspace: string | null;
  alarms: number;
  /** To webhook endpoints, and callbacks of alarms. */
  deliveries: number;
  oldestDueAt: Date;
};

const IS_DELIVERY = Prisma.sql`(endpoint_id is not null or coalesce(settings, '{}') ? 'callback_of')`;
/** Includes claims of lost workers. */
const IS_WAITING = Prisma.sql`(status = 'scheduled' or (status = 'firing' and lease_until <= clock_timestamp()))`;

/** What waits and was due before an instant, by workspace, the most first. Reads all open alarms. */
export async function listOverdue(sql: Pick<Db, '$queryRaw'>, before: Date): Promise<Overdue[]> {
  return sql.$queryRaw<Overdue[]>`
    select found.*, workspaces.name as workspace
    from (
      select workspace_id::text as "workspaceId", count(*) filter (where not ${IS_DELIVERY})::int as alarms,
             count(*) filter (where ${IS_DELIVERY})::int as deliveries, min(due_at)::timestamptz(3) as "oldestDueAt"
      from alarms where ${IS_WAITING} and due_at < ${before} group by workspace_id
    ) as found left join workspaces on workspaces.id = found."workspaceId"::uuid
    order by alarms + deliveries desc, "workspaceId"`;
}

/** What else waits for the release: timers' instants that have passed, schedules with runs to make, jobs. */
export async function countWaiting(
  sql: Pick<Db, '$queryRaw'>,
  now: Date,
): Promise<{ wakeups: number; schedules: number }> {
  const rows = await sql.$queryRaw<{ wakeups: number; schedules: number }[]>`
    select (select count(*)::int from wakeups where due_at <= ${now}) as wakeups,
           (select count(*)::int from schedules where paused_at is null and next_run_at <= ${now}) as schedules`;
  return rows[0] as { wakeups: number; schedules: number };
}

/** Ends up to `limit` deliveries and callbacks that were due before an instant, and returns how many. */
export async function abortDeliveriesDueBefore(
  tx: Pick<Tx, '$executeRaw'>,
  { before, limit, at }: { before: Date; limit: number; at: Date },
): Promise<number> {
  return tx.$executeRaw`
    with picked as (
      select id from alarms where status = 'scheduled' and ${IS_DELIVERY} and due_at < ${before} limit ${limit} for update
    ), gone as (
      delete from alarms where id = any (array(select id from picked)) returning *
    )
    ${abortedIntoHistory(at)}`;
}

/** Ends the service's own test alarms that were due before an instant. */
export async function deleteCanariesDueBefore(
  tx: Pick<Tx, '$executeRaw'>,
  { canaryWorkspace, before }: { canaryWorkspace: string; before: Date },
): Promise<void> {
  await tx.$executeRaw`
    delete from alarms where status = 'scheduled' and workspace_id = ${canaryWorkspace}::uuid and due_at < ${before}`;
}
