import type { Tx } from '#/lib/db/client.ts';
import type { SessionName } from '#/lib/tracking/worklogs/worklog.ts';

/**
 * Sessions whose worklogs are to be looked at, the longest waiting first: changed `settledBefore`, so that several
 * changes in a row are pushed as one, with no failed attempt that is to be waited for, of sources that may be asked.
 */
export async function listDueSessions(
  sql: Pick<Tx, '$queryRaw'>,
  { now, settledBefore, limit }: { now: Date; settledBefore: Date; limit: number },
): Promise<SessionName[]> {
  return sql.$queryRaw<SessionName[]>`
    select c.source_id::text as "sourceId", c.timer_id::text as "timerId"
    from worklog_changes c join worklog_settings s on s.source_id = c.source_id
    where s.state <> 'off' and s.paused_at is null and (s.wait_until is null or s.wait_until <= ${now})
      and not exists (
        select from worklogs w
        where w.source_id = c.source_id and w.timer_id = c.timer_id and w.next_attempt_at > ${now})
    group by c.source_id, c.timer_id
    having max(c.changed_at) <= ${settledBefore}
    order by min(c.changed_at), c.timer_id
    limit ${limit}`;
}
