import type { Tx } from '#/lib/db/client.ts';
import type { SessionDay, SessionName } from '#/lib/tracking/worklogs/worklog.ts';

/**
 * A session as its source should have it. `isOpen`: it is running. `issueId`: null when its ticket is no issue of the
 * source. Days are those whose worklogs are to be pushed, and empty for a discarded session.
 */
export type PushedSession = {
  isOpen: boolean;
  issueId: string | null;
  title: string;
  author: string;
  days: SessionDay[];
};

type Row = {
  is_open: boolean;
  issue_id: string | null;
  title: string;
  author: string;
  day: string | null;
  started_at: Date | null;
  tracked_ms: number | null;
};

/**
 * The time of a session on each of its owner's days. For a session that ended before worklogs were switched on, only
 * days from `from_date` on, unless it was pushed as a whole when they were on before. Null when the session no longer
 * exists.
 */
export async function findPushedSession(
  sql: Pick<Tx, '$queryRaw'>,
  { sourceId, timerId }: SessionName,
): Promise<PushedSession | null> {
  const rows = await sql.$queryRaw<Row[]>`
    select t.ended_at is null as is_open, l.external_id as issue_id, t.title, u.name as author,
           parts.day::text as day, parts.started_at, parts.tracked_ms
    from timers t
      join users u on u.id = t.user_id
      join worklog_settings w on w.source_id = ${sourceId}::uuid
      left join ticket_links l on l.ticket_id = t.ticket_id and l.source_id = w.source_id
      left join lateral (
        select part.day, min(part.starts_at) as started_at,
               round(sum(date_part('epoch', part.ends_at - part.starts_at)) * 1000)::float8 as tracked_ms
        from timer_spans s, split_by_day(s.started_at, s.ended_at, u.time_zone, u.day_start_hour) as part
        where s.timer_id = t.id and s.ended_at is not null and t.status in ('stopped', 'completed')
        group by part.day
      ) parts on t.ended_at >= w.on_since or parts.day >= w.from_date
        or exists (
          select from worklogs k
          where k.source_id = w.source_id and k.timer_id = t.id and (w.from_date is null or k.day < w.from_date))
    where t.id = ${timerId}::uuid
    order by parts.day`;
  const [first] = rows;
  if (!first) return null;
  const days = rows.flatMap(({ day, started_at: startedAt, tracked_ms: trackedMs }) =>
    day && startedAt && trackedMs !== null ? [{ day, startedAt, trackedMs }] : [],
  );
  return { isOpen: first.is_open, issueId: first.issue_id, title: first.title, author: first.author, days };
}
