import type { Tx } from '#/lib/db/client.ts';
import type { ChangedProject } from '#/lib/tracking/projects/project.ts';
import type { SyncPoint } from '#/lib/tracking/sync/sync-point.ts';

/** The projects of a workspace that have changed since then, by (updated_at, id); one more than `limit`. */
export async function listChangedProjects(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  since: Date,
  { after }: SyncPoint,
  limit: number,
): Promise<ChangedProject[]> {
  return tx.$queryRaw`
    select id, name, created_at as "createdAt", updated_at as "updatedAt", archived_at as "archivedAt" from projects
    where workspace_id = ${workspaceId}::uuid and updated_at >= ${after?.updatedAt ?? since}
      and (${after?.id ?? null}::uuid is null
           or (updated_at, id) > (${after?.updatedAt ?? null}::timestamptz, ${after?.id ?? null}::uuid))
    order by updated_at, id limit ${limit + 1}`;
}
