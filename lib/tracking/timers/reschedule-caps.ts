import type { Ctx } from '#/lib/accounts/context.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { lockUser } from '#/lib/accounts/users/lock-user.ts';
import { findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';
import { CAP_WAKEUP, scheduleTimerWakeups } from '#/lib/tracking/timers/timer-wakeups.ts';
import { listUnguardedIds } from '#/lib/tracking/timers/unguarded-query.ts';

/** Gives every running timer without a wake-up its wake-up back, and returns how many there were. Normally none. */
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
