import { changeWorkspace } from '#/lib/accounts/workspaces/change-workspace.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import type { EditWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { pauseTimersOfWorkspace } from '#/lib/tracking/timers/pause-timers-of-workspace.ts';

/**
 * Changes the settings of the workspace; omitted fields stay. Disabling timers pauses every running one: from that
 * instant nothing can be started, and then a few people at a time are paused, each group in a separate transaction, so
 * that no one who stops meanwhile has to wait. If this is interrupted, `pauseDisabled` finishes it. Enabling them
 * starts nothing by itself.
 */
export async function editWorkspace(ctx: Ctx, input: EditWorkspaceInput): Promise<Workspace> {
  authorize(ctx, 'workspace:manage');
  const { after } = await transaction(ctx, (ctx) => changeWorkspace(ctx, input));
  if (input.timers_disabled) await pauseTimersOfWorkspace(ctx);
  return after;
}
