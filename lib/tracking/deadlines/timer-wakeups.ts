import type { TxCtx } from '#/lib/context/context.ts';
import { scheduleWakeups } from '#/lib/engine/wakeups/schedule-wakeups.ts';
import { openCycle } from '#/lib/tracking/cycles/cycle.ts';
import { findCare } from '#/lib/tracking/presence/care-query.ts';
import { afterHoursAt, nudgeAt } from '#/lib/tracking/presence/presence.ts';
import { capAt, type Timer } from '#/lib/tracking/timers/timer.ts';

/** Kind of the wake-up that completes a timer at its cap. */
export const CAP_WAKEUP = 'timer_cap';
/** Kind of the wake-up that asks the owner whether they are still working. */
export const NUDGE_WAKEUP = 'timer_nudge';

/** Kind of the wake-up that advances the phase of a plan at its deadline. */
export const PHASE_WAKEUP = 'timer_phase';

/**
 * Schedules or removes all wake-ups of a timer as its state requires: the only place that writes them, called with
 * every change in the same transaction. `now` is the instant of the change.
 */
export async function scheduleTimerWakeups(
  ctx: Pick<TxCtx, 'tx' | 'afterCommit' | 'clock'>,
  timer: Timer,
  now: Date,
): Promise<void> {
  await scheduleWakeups(
    ctx,
    timer.id,
    {
      [CAP_WAKEUP]: capAt(timer),
      [NUDGE_WAKEUP]: await nudgeOf(ctx, timer),
      // Most timers have no plan, and so never had such a wake-up.
      ...(timer.cycles.length > 0 && { [PHASE_WAKEUP]: openCycle(timer)?.dueAt ?? null }),
    },
    now,
  );
}

/** The next question about a running timer. */
async function nudgeOf({ tx }: Pick<TxCtx, 'tx'>, timer: Timer): Promise<Date | null> {
  if (timer.status !== 'running') return null;
  const care = await findCare(tx, timer);
  const [first, second] = [nudgeAt(timer, care), afterHoursAt(timer, care)];
  return first && second ? (first < second ? first : second) : (first ?? second);
}
