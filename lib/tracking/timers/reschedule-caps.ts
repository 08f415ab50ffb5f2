import type { Ctx } from '#/lib/accounts/context.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { scheduleWakeup } from '#/lib/alarms/wakeups/schedule-wakeup.ts';
import { CAP_WAKEUP } from '#/lib/tracking/timers/change-timer.ts';
import { capAt } from '#/lib/tracking/timers/timer.ts';
import { findTimerAnywhere, lockUser } from '#/lib/tracking/timers/timer-store.ts';
import { listUnguardedIds } from '#/lib/tracking/timers/unguarded-query.ts';

/** Gives every running timer without a wake-up its wake-up back, and answers how many there were. Normally none. */
export async function rescheduleCaps(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const unguarded = await listUnguardedIds(ctx.db, CAP_WAKEUP);
  for (const { id, userId } of unguarded) {
    await transaction(ctx, async (tx) => {
      await lockUser(tx.tx, userId);
      const timer = await findTimerAnywhere(tx.tx, id);
      if (timer) await scheduleWakeup(tx, { kind: CAP_WAKEUP, subjectId: id, dueAt: capAt(timer) });
    });
  }
  return unguarded.length;
}
