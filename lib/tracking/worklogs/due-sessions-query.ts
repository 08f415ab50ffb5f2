import type { Tx } from '#/lib/db/client.ts';
import type { SessionName } from '#/lib/tracking/worklogs/worklog.ts';

/**
 * Sessions whose worklogs need a check, for each source the `perSource` that have waited longest: changed before
 * `settledBefore`, so that several changes in a row are pushed as one, without a failed attempt that still has to wait,
 * and of sources that may be called now. Limited per source, since sessions of a tracker that doesn't respond stay due.
 */
export async function listDueSessions(
  sql: Pick<Tx, '$queryRaw'>,
  { now, settledBefore, perSource }: { now: Date; settledBefore: Date; perSource: number },
): Promise<SessionName[]> {
  return sql.$queryRaw<SessionName[]>`
    select source_id::text as "sourceId", timer_id::text as "timerId"
    from (
      select c.source_id, c.timer_id,
             row_number() over (partition by c.source_id order by min(c.changed_at), c.timer_id) as place
      from worklog_changes c join worklog_settings s on s.source_id = c.source_id
      where s.state <> 'off' and s.paused_at is null and (s.wait_until is null or s.wait_until <= ${now})
        and not exists (
          select from worklogs w
          where w.source_id = c.source_id and w.timer_id = c.timer_id and w.next_attempt_at > ${now})
      group by c.source_id, c.timer_id
      having max(c.changed_at) <= ${settledBefore}
    ) due
    where place <= ${perSource}
    order by source_id, place`;
}
