import type { LastRun } from '#/lib/alarms/schedules/schedule.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * The latest run of each schedule of a workspace that was due by an instant, and the state of its alarm. A run aborted
 * before it was sent does not count. Reads one row each by `alarms_by_schedule` and `alarm_history_by_schedule`.
 */
export async function lastRunsOf(
  sql: Pick<Tx, '$queryRaw'>,
  { workspaceId, ids }: { workspaceId: string; ids: readonly string[] },
  now: Date,
): Promise<Map<string, LastRun>> {
  const rows = await sql.$queryRaw<(LastRun & { scheduleId: string })[]>`
    select one.id as "scheduleId", found.id::text as "alarmId", run_at::timestamptz as "runAt", status::text, attempts
    from unnest(${ids}::text[]) as one (id) cross join lateral (
      select * from (
        ${latest('alarms', workspaceId, now)} union all ${latest('alarm_history', workspaceId, now)}
      ) as both_tables
      order by due_at desc, id desc limit 1
    ) as found`;
  return new Map(rows.map(({ scheduleId, ...run }) => [scheduleId, run]));
}

function latest(table: 'alarms' | 'alarm_history', workspaceId: string, now: Date): Prisma.Sql {
  return Prisma.sql`(
    select id, due_at, settings ->> 'run_at' as run_at, status, attempts from ${Prisma.raw(table)}
    where settings ? 'schedule_id' and settings ->> 'schedule_id' = one.id and workspace_id = ${workspaceId}::uuid
      and due_at <= ${now}::timestamptz
      and (status <> 'aborted' or attempts > 0)
    order by due_at desc, id desc limit 1)`;
}
