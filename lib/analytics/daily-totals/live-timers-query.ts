import { Prisma } from '#/lib/db/generated/client.ts';

/** SQL for `with`: the timers of a workspace whose time is not in `daily_totals` as it is now, as `live`. */
export function liveTimers(workspaceId: string): Prisma.Sql {
  const own = Prisma.sql`workspace_id = ${workspaceId}::uuid`;
  return Prisma.sql`live as materialized (
    select c.timer_id from changed_timers c where c.${own}
    union select r.id from timers r where r.${own} and r.ended_at is null and r.status = 'running'
    union select m.id from timers m join changed_day_rules c on c.user_id = m.user_id where m.${own}
  )`;
}

/** The same of all workspaces. */
export function liveTimersAnywhere(): Prisma.Sql {
  return Prisma.sql`live as materialized (
    select timer_id from changed_timers
    union select id from timers where ended_at is null and status = 'running'
    union select m.id from timers m join changed_day_rules c on c.user_id = m.user_id
  )`;
}
