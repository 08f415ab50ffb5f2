import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { staleRepaired } from '#/lib/core/metrics.ts';
import { advancePhase } from '#/lib/tracking/cycles/advance-phase.ts';
import { listOverduePhases } from '#/lib/tracking/cycles/overdue-phases-query.ts';
import { rescheduleCaps } from '#/lib/tracking/deadlines/reschedule-caps.ts';
import { PHASE_WAKEUP } from '#/lib/tracking/deadlines/timer-wakeups.ts';

/** An engine this late with a deadline has lost it. */
const LOST_AFTER_MS = 30 * SECOND_MS;

/**
 * Finds timers whose cap or deadline has no wake-up, or was not applied, and repairs them: advances the phase at its
 * deadline, and restores a missing wake-up. Returns how many there were; normally none.
 */
export async function sweepTimers(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const caps = await rescheduleCaps(ctx);
  const now = await ctx.clock.now(ctx.db);
  const overdue = await listOverduePhases(ctx.db, PHASE_WAKEUP, new Date(now.getTime() - LOST_AFTER_MS));
  for (const { timerId } of overdue) await transaction(ctx, (tx) => advancePhase(tx, timerId));
  staleRepaired.inc(caps + overdue.length);
  return caps + overdue.length;
}
