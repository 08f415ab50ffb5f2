import { engineActor } from '#/lib/context/engine-actor.ts';
import type { WakeupCtx } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { scheduleTimerWakeups } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import { findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';

/**
 * The engine's verb for a cap that has passed: completes the timer at exactly its cap, however late the engine is.
 * Checks the state again, so a stale wake-up does nothing.
 */
export async function completeTimer(ctx: WakeupCtx, timerId: string): Promise<void> {
  const found = await findTimerAnywhere(ctx.tx, timerId);
  if (!found) return;
  const tx = { ...ctx, actor: engineActor(found) };
  const now = await lockClock(tx);
  const timer = await findTimerAnywhere(ctx.tx, timerId);
  if (!timer) return;
  const settled = await settleTimer(tx, timer, now);
  // Too early, because a clock was set back: the wake-up is rescheduled.
  if (settled === timer) await scheduleTimerWakeups(tx, timer, now);
}
