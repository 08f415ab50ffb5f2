import { lockStartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import { engineActor } from '#/lib/context/engine-actor.ts';
import type { WakeupCtx } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { scheduleTimerWakeups } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import { findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';

/**
 * The engine's verb for a deadline that has passed: advances the phases of this person's plans that are due. Checks the
 * state again, so a stale wake-up does nothing. The workspace is locked before the person, so that a request that
 * disables timers, or the member, sees what was started.
 */
export async function advancePhase(ctx: WakeupCtx, timerId: string): Promise<void> {
  const found = await findTimerAnywhere(ctx.tx, timerId);
  if (!found) return;
  await lockStartPolicy(ctx.tx, found.workspaceId, found.userId);
  const now = await lockClock({ ...ctx, actor: engineActor(found) });
  const timer = await findTimerAnywhere(ctx.tx, timerId);
  // Too early, because a clock was set back: reschedules the wake-up. If the timer has changed, that was already done.
  if (timer && timer.version === found.version) await scheduleTimerWakeups(ctx, timer, now);
}
