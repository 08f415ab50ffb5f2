import type { Tx } from '#/lib/db/client.ts';
import type { Stretch } from '#/lib/tracking/timers/timer.ts';

/** Time that is in the way. For a timer of another workspace only the overlapping part, and nothing else. */
export type Overlap = {
  timerId: string | null;
  title: string | null;
  ticketKey: string | null;
  startedAt: Date;
  endedAt: Date | null;
};

const MOST = 20;

/**
 * The recorded time of a person that these stretches overlap, in any workspace, except that of some timers; in order.
 * Like `timer_spans_no_overlap`, whose index this uses: touching is allowed, empty and discarded spans take no time.
 */
export async function listOverlaps(
  tx: Pick<Tx, '$queryRaw'>,
  { userId, workspaceId }: { userId: string; workspaceId: string },
  stretches: Stretch[],
  exceptTimerIds: string[],
): Promise<Overlap[]> {
  const ranges = JSON.stringify(stretches.map(({ startedAt, endedAt }) => ({ starts: startedAt, ends: endedAt })));
  return tx.$queryRaw`
    select case when here then t.id end as "timerId", case when here then t.title end as title,
           case when here then k.key end as "ticketKey",
           case when here then s.started_at else greatest(s.started_at, min(a.starts)) end as "startedAt",
           case when here then s.ended_at else least(s.ended_at, max(coalesce(a.ends, 'infinity'))) end as "endedAt"
    from jsonb_to_recordset(${ranges}::jsonb) as a(starts timestamptz(3), ends timestamptz(3))
    join timer_spans s on s.user_id = ${userId}::uuid and not s.discarded
      and tstzrange(s.started_at, s.ended_at, '[)') && tstzrange(a.starts, a.ends, '[)')
    join timers t on t.id = s.timer_id left join tickets k on k.id = t.ticket_id
    cross join lateral (select t.workspace_id = ${workspaceId}::uuid as here) as seen
    where s.timer_id <> all(${exceptTimerIds}::uuid[])
    group by s.id, t.id, k.id, here order by s.started_at, s.id limit ${MOST}`;
}
