import type { Tx } from '#/lib/db/client.ts';

/**
 * Marks all sessions of a source that may be pushed from now on for a check: those that ended since, or from the date
 * on.
 */
export async function touchSessions(tx: Pick<Tx, '$executeRaw'>, sourceId: string, at: Date): Promise<void> {
  await tx.$executeRaw`
    insert into worklog_changes (source_id, timer_id, xid, changed_at)
    select s.source_id, t.id, pg_current_xact_id()::text::bigint, ${at}::timestamptz
    from worklog_settings s
      join ticket_links l on l.source_id = s.source_id
      join timers t on t.ticket_id = l.ticket_id
    where s.source_id = ${sourceId}::uuid
      -- A day before: where days begin later than in UTC, the session may have ended on the date before.
      and (t.ended_at >= s.on_since or t.ended_at >= s.from_date::timestamptz - interval '1 day')
    on conflict do nothing`;
}
