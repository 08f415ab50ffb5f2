import type { Actor } from '#/lib/accounts/context.ts';
import { permissionsOf } from '#/lib/accounts/roles/role.ts';
import type { WakeupCtx } from '#/lib/alarms/wakeups/fire-wakeups.ts';
import { scheduleWakeup } from '#/lib/alarms/wakeups/schedule-wakeup.ts';
import { CAP_WAKEUP, lockClock, settleTimer } from '#/lib/tracking/timers/change-timer.ts';
import { capAt } from '#/lib/tracking/timers/timer.ts';
import { findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';

/**
 * The engine's verb for a cap that has come: completes the timer at exactly its cap, whenever the engine gets to it.
 * Looks at the state again, so a stale wake-up does nothing.
 */
export async function completeTimer(ctx: WakeupCtx, timerId: string): Promise<void> {
  const found = await findTimerAnywhere(ctx.tx, timerId);
  if (!found) return;
  const tx = { ...ctx, actor: engineActor(found.userId, found.workspaceId) };
  const now = await lockClock(tx);
  const timer = await findTimerAnywhere(ctx.tx, timerId);
  if (!timer) return;
  const settled = await settleTimer(tx, timer, now);
  // Too early, by a clock that was set back: the wake-up is put where it belongs.
  if (settled === timer) await scheduleWakeup(tx, { kind: CAP_WAKEUP, subjectId: timerId, dueAt: capAt(timer) });
}

function engineActor(userId: string, workspaceId: string): Actor {
  const credential = { kind: 'worker', name: 'engine' } as const;
  return { userId, workspaceId, role: 'member', scopes: new Set(permissionsOf('member')), credential };
}
