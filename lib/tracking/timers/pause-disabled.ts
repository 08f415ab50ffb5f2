import { listDisabledWorkspaces } from '#/lib/accounts/workspaces/disabled-workspaces-query.ts';
import type { Actor, Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { pauseTimersOfWorkspace } from '#/lib/tracking/timers/pause-timers-of-workspace.ts';

/**
 * Pauses timers that still run while timers are disabled, since the request that disabled them was interrupted, and
 * returns how many.
 */
export async function pauseDisabled(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  let count = 0;
  for (const { workspaceId, ownerId } of await listDisabledWorkspaces(ctx.db)) {
    count += await pauseTimersOfWorkspace({ ...ctx, actor: serviceFor(workspaceId, ownerId) });
  }
  return count;
}

function serviceFor(workspaceId: string, userId: string): Actor {
  const credential = { kind: 'worker', name: 'pause-disabled-timers' } as const;
  return { workspaceId, userId, role: 'owner', scopes: new Set(permissionsOf('owner')), credential };
}
