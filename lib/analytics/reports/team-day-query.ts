import type { ReportFilter } from '#/lib/analytics/reports/report-filter.ts';
import { subjectCondition } from '#/lib/analytics/reports/report-parts-query.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { spanEnd } from '#/lib/tracking/timers/timer-filter.ts';
import type { TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

type DaySpan = {
  timerId: string;
  type: TimerType;
  title: string;
  ticketKey: string | null;
  startedMs: number;
  /** Null while it is running. */
  endedMs: number | null;
};
export type DayMember = { userId: string; name: string; trackedMs: number; spans: DaySpan[] };
export type TeamDayFigures = { members: DayMember[]; memberCount: number; active: number[] };
type Filter = { from: Date; to: Date; limit: number };

/** Who worked when between two instants, and how many timers were running at the beginning of each minute up to now. */
export async function findTeamDay(
  tx: Pick<Tx, '$queryRaw'>,
  filter: ReportFilter,
  { from, to, limit }: Filter,
): Promise<TeamDayFigures> {
  const { now } = filter;
  const until = now < to ? now : to;
  const rows = await tx.$queryRaw<TeamDayFigures[]>`
    with spans as materialized (${spansOf(filter, { from, to })}), members as (
      select user_id, min(starts) as first_at, round(sum(date_part('epoch', ends - starts)) * 1000) as ms,
             json_agg(json_build_object('timerId', timer_id, 'type', type, 'title', title, 'ticketKey', key,
                                        'startedMs', round(date_part('epoch', starts) * 1000),
                                        'endedMs', case when not runs then round(date_part('epoch', ends) * 1000) end)
                      order by starts) as spans
      from spans group by user_id
    ), steps as (
      -- A span is active at the beginning of each minute within it.
      select minute, sum(change) as change from (
        select ceil(date_part('epoch', starts - ${from}::timestamptz) / 60)::int as minute, 1 as change from spans
        union all
        select ceil(date_part('epoch', ends - ${from}::timestamptz) / 60)::int, -1 from spans where not runs
      ) as s group by minute
    )
    select coalesce((
             select json_agg(json_build_object('userId', m.user_id, 'name', u.name, 'trackedMs', m.ms, 'spans', m.spans)
                             order by m.first_at, m.user_id)
             from (select * from members order by first_at, user_id limit ${limit}) as m join users u on u.id = m.user_id),
             '[]') as members,
           (select count(*) from members)::int as "memberCount",
           coalesce((
             select json_agg(a.running order by a.minute)
             from (select minute, coalesce(sum(change) over (order by minute), 0) as running
                   from generate_series(0, floor(date_part('epoch', ${until}::timestamptz - ${from}::timestamptz) / 60)::int) as minute
                     left join steps using (minute)) as a
             where ${from}::timestamptz + a.minute * interval '1 minute' < ${to}), '[]') as active`;
  return rows[0] as TeamDayFigures;
}

/** The minimum length of spans in the index `timer_spans_long`. */
const LONG = Prisma.sql`interval '10 hours'`;

/** Spans within the stretch or extending into it: those that began shortly before, the few long ones, and open ones. */
function spansOf(filter: ReportFilter, { from, to }: { from: Date; to: Date }): Prisma.Sql {
  const { workspaceId, now } = filter;
  return Prisma.sql`
    select c.* from (
      select t.user_id, t.id as timer_id, t.type, t.title, k.key, greatest(s.started_at, ${from}) as starts,
             least(${spanEnd(now)}, ${to}) as ends, s.ended_at is null and ${spanEnd(now)} >= ${now} and ${now} < ${to} as runs
      from timer_spans s join timers t on t.id = s.timer_id left join tickets k on k.id = t.ticket_id
      where s.workspace_id = ${workspaceId}::uuid and s.started_at < ${to} and t.status <> 'discarded'
        and (s.started_at >= ${from}::timestamptz - ${LONG}
             or (s.ended_at - s.started_at > ${LONG} and s.ended_at > ${from})
             or s.ended_at is null)
        and ${subjectCondition(filter, Prisma.sql`t`)}
    ) as c where c.ends > c.starts or (c.runs and c.ends = c.starts)`;
}
