import { readDisabledForShare } from '#/lib/accounts/workspaces/disabled-workspaces-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import { findTimer, listRunning } from '#/lib/tracking/timers/timer-store.ts';

/** Small enough that a stop waits only a moment: stopping never fails. */
const AT_A_TIME = 20;

/**
 * Pauses every running timer in the actor's workspace, twenty people per transaction, and returns how many there were.
 * Nothing can be started there anymore. Ends early once timers are enabled again; timers that are still running after a
 * crash are paused when it is called again.
 */
export async function pauseTimersOfWorkspace(ctx: Ctx): Promise<number> {
  let count = 0;
  for (let after: string | null = null; ; ) {
    const batch = await pauseBatch(ctx, after);
    count += batch.length;
    after = batch.at(-1)?.userId ?? null;
    if (batch.length < AT_A_TIME) return count;
  }
}

function pauseBatch(ctx: Ctx, after: string | null): Promise<{ userId: string }[]> {
  return transaction(ctx, async (ctx) => {
    const { workspaceId } = ctx.actor;
    if (!(await readDisabledForShare(ctx.tx, workspaceId))) return [];
    const batch = await listRunning(ctx.tx, workspaceId, after, AT_A_TIME);
    for (const { id, userId } of batch) await pause(ctx, id, userId);
    return batch;
  });
}

async function pause(ctx: TxCtx, id: string, userId: string): Promise<void> {
  const now = await lockClock(ctx, userId);
  const stored = await findTimer(ctx.tx, ctx.actor.workspaceId, id);
  const timer = stored && (await settleTimer(ctx, stored, now));
  if (timer?.status === 'running') await applyAction(ctx, timer, { kind: 'pause' }, now, { reason: 'timers_disabled' });
}
