import type { Tx } from '#/lib/db/client.ts';
import type { Changed, SyncPoint } from '#/lib/tracking/sync/sync-point.ts';

type Scope = { workspaceId: string; userId: string };

/** Which timers of a member have changed since then, by (updated_at, id); one more than `limit`. */
export async function listChangedTimers(
  tx: Pick<Tx, '$queryRaw'>,
  { workspaceId, userId }: Scope,
  since: Date,
  { after }: SyncPoint,
  limit: number,
): Promise<Changed[]> {
  return tx.$queryRaw`
    select id, updated_at as "updatedAt" from timers
    where workspace_id = ${workspaceId}::uuid and user_id = ${userId}::uuid and updated_at >= ${after?.updatedAt ?? since}
      and (${after?.id ?? null}::uuid is null
           or (updated_at, id) > (${after?.updatedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by updated_at, id limit ${limit + 1}`;
}
