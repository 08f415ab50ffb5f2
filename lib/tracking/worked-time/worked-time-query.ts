import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { spanEnd } from '#/lib/tracking/timers/timer-filter.ts';
import type { PersonTime, WorkedOn, WorkedScope } from '#/lib/tracking/worked-time/worked-time.ts';

type Filter = { on: WorkedOn; ids: readonly string[]; weekStartsAt: Date; now: Date };
type Row = PersonTime & { id: string };

const COLUMNS: Record<WorkedOn, Prisma.Sql> = {
  ticket: Prisma.sql`t.ticket_id`,
  project: Prisma.sql`t.project_id`,
};

/**
 * The time each person worked on each of these, up to now and since the week began. Reads only their timers, by the
 * index on the ticket or the project; running ones count up to now, or to their cap.
 */
export async function listWorkedTimes(
  tx: Pick<Tx, '$queryRaw'>,
  scope: WorkedScope,
  { on, ids, weekStartsAt, now }: Filter,
): Promise<Row[]> {
  const column = COLUMNS[on];
  const length = Prisma.sql`extract(epoch from s.ends_at - s.started_at)`;
  const ofWeek = Prisma.sql`extract(epoch from greatest(s.ends_at, ${weekStartsAt}) - greatest(s.started_at, ${weekStartsAt}))`;
  return tx.$queryRaw<Row[]>`
    with worked as (
      select s.on_id, s.user_id, max(s.ends_at) as "lastWorkedAt",
             (sum(${length}) * 1000)::float8 as "trackedMs", (sum(${ofWeek}) * 1000)::float8 as "weekMs",
             count(*) filter (where s.runs)::int as running
      from (
        select ${column} as on_id, t.user_id, s.started_at, ${spanEnd(now)} as ends_at,
               s.ended_at is null and ${spanEnd(now)} >= ${now} as runs
        from timers t join timer_spans s on s.timer_id = t.id
        where t.workspace_id = ${scope.workspaceId}::uuid and ${column} = any(${ids}::uuid[])
          and t.status <> 'discarded' ${ownTimersCondition(scope)}
      ) s group by s.on_id, s.user_id
    )
    select w.on_id as id, w.user_id as "userId", u.name, u.time_zone as "timeZone", w."trackedMs", w."weekMs",
           w.running, w."lastWorkedAt"
    from worked w join users u on u.id = w.user_id`;
}

/** The condition on `timers t` for callers who may read only their own. */
export function ownTimersCondition({ of, userId }: WorkedScope): Prisma.Sql {
  return of === 'you' ? Prisma.sql`and t.user_id = ${userId}::uuid` : Prisma.empty;
}
