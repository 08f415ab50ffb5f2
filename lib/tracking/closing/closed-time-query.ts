import type { DayRule } from '#/lib/accounts/users/day-rule.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { ClosedTime } from '#/lib/tracking/closing/closed-time.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/** The states whose spans define the time that a change affects. */
type About = { before: Pick<Timer, 'spans'> | null; after: Pick<Timer, 'spans'> | null };
type Owner = { workspaceId: string; userId: string };
type Closing = DayRule & { isClosed: boolean };
type Row = { from: Date | null; to: Date; through: string | null; startsOn: string | null; status: string | null };

/** The member's closed time, as of now, within the range of these changes. By the member's own days. */
export async function listClosedTimes(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, userId }: Owner,
  changes: readonly About[],
  now: Date,
): Promise<ClosedTime[]> {
  // Most workspaces have no closed time, and this runs with every change of recorded time.
  const [closing] = await tx.$queryRaw<Closing[]>`/* prepared */
    select u.time_zone as "timeZone", u.day_start_hour as "dayStartHour",
           (w.closed_through is not null or exists (
             select from weeks k where k.workspace_id = w.id and k.user_id = u.id
               and k.status in ('submitted', 'approved'))) as "isClosed"
      from workspaces w join users u on u.id = ${userId}::uuid
     where w.id = ${workspaceId}::uuid`;
  const reach = reachOf(changes, now);
  if (!closing?.isClosed || !reach) return [];
  const begins = Prisma.sql`${closing.timeZone}, ${closing.dayStartHour}::int`;
  const rows = await tx.$queryRaw<Row[]>`
    select null::timestamptz as "from", start_of_day(c.through + 1, ${begins}) as "to",
           c.through::text as through, null as "startsOn", null as status
      from (select case when local_day(${now}::timestamptz, ${begins}) > w.closed_through + w.closing_grace_days then w.closed_through
                        else w.settled_through end as through
              from workspaces w where w.id = ${workspaceId}::uuid) c
     where c.through is not null
    union all
    select start_of_day(k.starts_on, ${begins}), start_of_day(k.starts_on + 7, ${begins}), null, k.starts_on::text, k.status
      from weeks k
     where k.workspace_id = ${workspaceId}::uuid and k.user_id = ${userId}::uuid and k.status in ('submitted', 'approved')
       and k.starts_on between ${reach.from}::timestamptz::date - 9 and ${reach.to}::timestamptz::date + 2
     order by "from" nulls first`;
  // The future can't be changed: an open span ends now.
  return rows.map((row) => toClosed({ ...row, to: row.to < now ? row.to : now }));
}

/** From the earliest instant that the changes affect to the latest. */
function reachOf(changes: readonly About[], now: Date): { from: Date; to: Date } | null {
  const spans = changes.flatMap(({ before, after }) => [...(before?.spans ?? []), ...(after?.spans ?? [])]);
  if (spans.length === 0) return null;
  const starts = spans.map(({ startedAt }) => +startedAt);
  const ends = spans.map(({ endedAt }) => +(endedAt ?? now));
  return { from: new Date(Math.min(...starts)), to: new Date(Math.max(...ends)) };
}

function toClosed({ from, to, through, startsOn, status }: Row): ClosedTime {
  if (through !== null) return { from, to, through, week: null };
  return { from, to, through: null, week: { startsOn, status } as NonNullable<ClosedTime['week']> };
}
