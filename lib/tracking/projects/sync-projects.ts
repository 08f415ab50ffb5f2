import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { listChangedProjects } from '#/lib/tracking/projects/changed-projects-query.ts';
import { syncPage, syncPointOf } from '#/lib/tracking/sync/sync-point.ts';
import type { SyncQuery } from '#/lib/tracking/sync/sync-schemas.ts';

/** A page of the workspace's projects that have changed since an instant, archived ones included. */
export async function syncProjects(ctx: Ctx, { updated_since: since, limit, cursor }: SyncQuery) {
  authorize(ctx, 'projects:read');
  const point = await syncPointOf(ctx, cursor);
  const changed = await listChangedProjects(ctx.db, ctx.actor.workspaceId, since, point, limit);
  return syncPage(changed, limit, point);
}
