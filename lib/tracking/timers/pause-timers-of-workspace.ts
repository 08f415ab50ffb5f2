import type { TxCtx } from '#/lib/accounts/context.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { lockClock, settleTimer } from '#/lib/tracking/timers/change-timer.ts';
import { findTimer, listRunning } from '#/lib/tracking/timers/timer-store.ts';

/**
 * Pauses everything that runs in the actor's workspace, inside the caller's transaction, which holds the workspace:
 * nobody can start or resume anything there meanwhile.
 */
export async function pauseTimersOfWorkspace(ctx: TxCtx): Promise<void> {
  const { workspaceId } = ctx.actor;
  for (const { id, userId } of await listRunning(ctx.tx, workspaceId)) {
    const now = await lockClock(ctx, userId);
    const stored = await findTimer(ctx.tx, workspaceId, id);
    const timer = stored && (await settleTimer(ctx, stored, now));
    if (timer?.status === 'running') await applyAction(ctx, timer, { kind: 'pause' }, now, 'timers_disabled');
  }
}
