import { engineActor } from '#/lib/context/engine-actor.ts';
import type { WakeupCtx } from '#/lib/engine/wakeups/fire-wakeups.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import { scheduleTimerWakeups } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import { findCare } from '#/lib/tracking/presence/care-query.ts';
import { afterHoursAt, nudgeAt } from '#/lib/tracking/presence/presence.ts';
import { askQuestion } from '#/lib/tracking/questions/ask-question.ts';
import { lockClock } from '#/lib/tracking/timers/change-timer.ts';
import { openSpan, type Timer } from '#/lib/tracking/timers/timer.ts';
import { findTimerAnywhere } from '#/lib/tracking/timers/timer-store.ts';

/**
 * The engine's verb for a timer that has run for long, or beyond its owner's working hours: asks whether they are still
 * working. Checks the state and the settings again, so a stale wake-up does nothing, and never changes the time.
 */
export async function askIfWorking(ctx: WakeupCtx, timerId: string): Promise<void> {
  const found = await findTimerAnywhere(ctx.tx, timerId);
  if (!found) return;
  const tx = { ...ctx, actor: engineActor(found) };
  const now = await lockClock(tx);
  const stored = await findTimerAnywhere(ctx.tx, timerId);
  const timer = stored && (await settleTimer(tx, stored, now));
  if (timer?.status !== 'running') return;
  const care = await findCare(tx.tx, timer);
  const due = { long_run: nudgeAt(timer, care), after_hours: afterHoursAt(timer, care) };
  for (const kind of ['long_run', 'after_hours'] as const) {
    const at = due[kind];
    if (!at || at > now) continue;
    await askQuestion(tx, timer, { kind, awayFrom: seenSinceStart(timer), awayTo: null, dueAt: at }, now);
  }
  await scheduleTimerWakeups(tx, timer, now);
}

/** When the owner was last seen, if that was after the timer began to run: the start itself proves nothing. */
function seenSinceStart(timer: Timer): Date | null {
  const since = openSpan(timer)?.startedAt;
  return since && timer.lastSeenAt && timer.lastSeenAt > since ? timer.lastSeenAt : null;
}
