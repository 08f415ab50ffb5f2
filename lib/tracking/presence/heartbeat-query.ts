import type { Tx } from '#/lib/db/client.ts';

type Beat = { workspaceId: string; userId: string; now: Date; seenAt: Date };

/**
 * Records a heartbeat of the person whose timer runs, in one statement without a lock on them: once a minute for each
 * page. Returns the timer, or null when that is not enough: no timer runs here, or the heartbeat follows an absence.
 */
export async function recordHeartbeatRow(tx: Pick<Tx, '$queryRaw'>, beat: Beat): Promise<{ timerId: string } | null> {
  const { workspaceId, userId, now, seenAt } = beat;
  const rows = await tx.$queryRaw<{ timerId: string }[]>`
    update timer_presence p
       set seen_at = greatest(p.seen_at, ${seenAt}::timestamptz), awake_at = greatest(p.awake_at, ${now}::timestamptz)
      from timers t join users u on u.id = t.user_id
     where t.user_id = ${userId}::uuid and t.workspace_id = ${workspaceId}::uuid and t.status = 'running'
       and p.timer_id = t.id
       and (u.absence_policy = 'keep' or p.awake_at is null
            or ${now}::timestamptz - p.awake_at <= make_interval(mins => u.absence_minutes))
    returning p.timer_id as "timerId"`;
  return rows[0] ?? null;
}
