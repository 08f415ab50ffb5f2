import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { syncPage, syncPointOf } from '#/lib/tracking/sync/sync-point.ts';
import type { SyncQuery } from '#/lib/tracking/sync/sync-schemas.ts';
import { listChangedTickets } from '#/lib/tracking/tickets/changed-tickets-query.ts';

/** A page of the workspace's tickets that have changed since an instant, archived ones included. */
export async function syncTickets(ctx: Ctx, { updated_since: since, limit, cursor }: SyncQuery) {
  authorize(ctx, 'tickets:read');
  const point = await syncPointOf(ctx, cursor);
  const changed = await listChangedTickets(ctx.db, ctx.actor.workspaceId, since, point, limit);
  return syncPage(changed, limit, point);
}
