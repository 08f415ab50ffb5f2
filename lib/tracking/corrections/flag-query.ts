import { DAY_MS } from '#/lib/core/duration.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import { type Flag, LOOK_BACK_DAYS } from '#/lib/tracking/corrections/correction.ts';
import type { ListTeamTimersQuery } from '#/lib/tracking/corrections/team-timer-schemas.ts';
import { namedProjects } from '#/lib/tracking/projects/named-projects-query.ts';
import { isCappedAt, type MembersFilter, spanEnd, timersMatching } from '#/lib/tracking/timers/timer-filter.ts';

/** A literal, to match the partial index: `LONG_SPAN_MS`. */
const LONG_SPAN = Prisma.sql`interval '10 hours'`;

type Filter = { workspaceId: string; now: Date };

/** The condition on `timers t` for a flag, at `now`. */
export function flagCondition(flag: Flag, { workspaceId, now }: Filter): Prisma.Sql {
  const needsReview = Prisma.sql`(t.needs_review or ${isCappedAt(now)})`;
  const long = longCondition({ workspaceId, now });
  const hasSpan = (origin: string) =>
    Prisma.sql`exists (select 1 from timer_spans s where s.timer_id = t.id and s.origin = ${origin})`;
  switch (flag) {
    case 'needs_attention':
      return Prisma.sql`(${needsReview} or (${long} and not ${HAS_CORRECTED_TIME}))`;
    case 'needs_review':
      return needsReview;
    case 'long':
      return long;
    case 'capped':
      return Prisma.sql`(t.end_reason = 'capped' or ${isCappedAt(now)})`;
    default:
      return hasSpan(flag);
  }
}

/** Uses the partial index of long spans, and checks the few open ones. */
function longCondition({ workspaceId, now }: Filter): Prisma.Sql {
  const since = new Date(now.getTime() - LOOK_BACK_DAYS * DAY_MS);
  return Prisma.sql`t.id in (
    select s.timer_id from timer_spans s
    where s.workspace_id = ${workspaceId}::uuid and s.started_at > ${since}::timestamptz
      and s.ended_at - s.started_at > ${LONG_SPAN}
    union all
    select s.timer_id from timers t join timer_spans s on s.timer_id = t.id
    where t.workspace_id = ${workspaceId}::uuid and t.ended_at is null and s.ended_at is null
      and ${spanEnd(now)} - s.started_at > ${LONG_SPAN})`;
}

/** The condition on `timers t` for the other filters. */
export function filterCondition(
  workspaceId: string,
  { timer_id, project_id }: Pick<ListTeamTimersQuery, 'timer_id' | 'project_id'>,
  flagged: Prisma.Sql | undefined,
): Prisma.Sql {
  const parts = [Prisma.sql`true`];
  if (timer_id) parts.push(Prisma.sql`t.id = ${timer_id}::uuid`);
  if (project_id) parts.push(Prisma.sql`t.project_id = any(${namedProjects(workspaceId, [project_id])})`);
  if (flagged) parts.push(flagged);
  return Prisma.join(parts, ' and ');
}

/** The times of all spans in the stored fields of a timer. */
const timesIn = (facts: string) =>
  Prisma.raw(
    `(jsonb_path_query_array(${facts}, '$.spans[*].startedAt') || jsonb_path_query_array(${facts}, '$.spans[*].endedAt'))`,
  );

/**
 * Whether a correction made its time what it is: not one that only changed other fields or the owner, and not one that
 * was reverted. True when the latest change of its times has left what a correction, other than a revert, made of them.
 */
const HAS_CORRECTED_TIME = Prisma.sql`exists (
  select 1 from correction_items i join corrections c on c.id = i.correction_id
  where i.timer_id = t.id and c.reverts_id is null and ${timesIn('i.before')} <> ${timesIn('i.after')}
    and ${timesIn('i.after')} = (
      select ${timesIn('latest.after')} from correction_items latest
      where latest.timer_id = t.id and ${timesIn('latest.before')} <> ${timesIn('latest.after')}
      order by latest.version_after desc limit 1))`;

/** How many timers match. */
export async function countTimers(
  tx: Pick<Tx, '$queryRaw'>,
  filter: MembersFilter,
  also: Prisma.Sql = Prisma.sql`true`,
): Promise<number> {
  const [row] = await tx.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from ${timersMatching(filter)} where ${also}`;
  return row?.count ?? 0;
}
