import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { changeWorkspace } from '#/lib/accounts/workspaces/change-workspace.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import type { EditWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { pauseTimersOfWorkspace } from '#/lib/tracking/timers/pause-timers-of-workspace.ts';

/** Pausing what a thousand people run takes some seconds. */
const TIMEOUT_MS = 120_000;

/**
 * Changes the settings of the workspace; what is left out stays. Disabling timers pauses every running one at that
 * instant, in the same transaction; enabling them starts nothing by itself.
 */
export function editWorkspace(ctx: Ctx, input: EditWorkspaceInput): Promise<Workspace> {
  authorize(ctx, 'workspace:manage');
  return transaction(
    ctx,
    async (ctx) => {
      const { before, after } = await changeWorkspace(ctx, input);
      if (after.timersDisabledAt && !before.timersDisabledAt) await pauseTimersOfWorkspace(ctx);
      return after;
    },
    { timeoutMs: TIMEOUT_MS },
  );
}
