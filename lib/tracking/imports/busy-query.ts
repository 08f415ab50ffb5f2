import type { Tx } from '#/lib/db/client.ts';
import type { Busy } from '#/lib/tracking/imports/place-entries.ts';

type Filter = { workspaceId: string; userIds: readonly string[]; from: Date; to: Date; now: Date };
type Row = { userId: string; startMs: number; endMs: number; timerId: string | null; label: string };

/**
 * These people's recorded time in a range, in any workspace; of another workspace only the times. Like
 * `timer_spans_no_overlap`: empty and discarded spans take no time, an open one reaches to now.
 */
export async function listBusy(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, userIds, from, to, now }: Filter,
): Promise<Map<string, Busy[]>> {
  const rows = await tx.$queryRaw<Row[]>`
    select s.user_id as "userId", (extract(epoch from s.started_at) * 1000)::float8 as "startMs",
           (extract(epoch from coalesce(s.ended_at, ${now})) * 1000)::float8 as "endMs",
           case when here then t.id end as "timerId",
           case when here then coalesce(k.key, nullif(t.title, ''), 'time without a title') else 'time in another workspace'
           end as label
      from timer_spans s
      join timers t on t.id = s.timer_id left join tickets k on k.id = t.ticket_id
     cross join lateral (select t.workspace_id = ${workspaceId}::uuid as here) as seen
     where s.user_id = any(${[...userIds]}::uuid[]) and not s.discarded
       and s.started_at < ${to} and coalesce(s.ended_at, ${now}) > ${from}
     order by s.started_at`;
  const byUser = Map.groupBy(rows, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, spans]) => [userId, spans.map(busyOf)]));
}

function busyOf({ startMs, endMs, timerId, label }: Row): Busy {
  return { start: Math.round(startMs), end: Math.round(endMs), timerId, line: null, label };
}
