import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { CAP_WAKEUP, scheduleTimerWakeups } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { listUnguardedIds } from '#/lib/tracking/deadlines/unguarded-query.ts';
import { findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';

/** Restores the missing wake-up of every running timer without one, and returns how many there were. Normally none. */
export async function rescheduleCaps(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const unguarded = await listUnguardedIds(ctx.db, CAP_WAKEUP);
  for (const { id, userId } of unguarded) {
    await transaction(ctx, async (tx) => {
      await lockUser(tx.tx, userId);
      const timer = await findTimerAnywhere(tx.tx, id);
      if (timer) await scheduleTimerWakeups(tx, timer, await ctx.clock.now(tx.tx));
    });
  }
  return unguarded.length;
}
