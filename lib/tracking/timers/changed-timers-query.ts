import type { Tx } from '#/lib/db/client.ts';
import type { Changed, SyncPoint } from '#/lib/tracking/sync/sync-point.ts';

type Scope = { workspaceId: string; userId: string };

/**
 * The timers of a member that have changed since then, by (updated_at, id); one more than `limit`. Includes those that
 * were theirs until a correction gave them to another member.
 */
export async function listChangedTimers(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, userId }: Scope,
  since: Date,
  { after }: SyncPoint,
  limit: number,
): Promise<Changed[]> {
  const [from, id] = [after?.updatedAt ?? since, after?.id ?? null];
  return tx.$queryRaw`
    select id, updated_at as "updatedAt" from (
      select id, updated_at from timers
      where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid and updated_at >= ${from}::timestamptz
      union
      select t.id, t.updated_at from correction_items i join timers t on t.id = i.timer_id
      where i.user_id = ${userId}::uuid and i.user_id_after <> i.user_id
        and t.workspace_id = ${workspaceId}::uuid and t.user_id <> ${userId}::uuid and t.updated_at >= ${from}::timestamptz
    ) changed
    where ${id}::uuid is null or (updated_at, id) > (${from}::timestamptz, ${id}::uuid)
    order by updated_at, id limit ${limit + 1}`;
}
