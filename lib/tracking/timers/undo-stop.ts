import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { advancePhases } from '#/lib/tracking/cycles/advance-phases.ts';
import { assertNoOverlap } from '#/lib/tracking/timers/assert-time.ts';
import { beforeStop } from '#/lib/tracking/timers/before-stop.ts';
import { changeTimer, ownTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { endConflicting, withWinner } from '#/lib/tracking/timers/end-conflicting.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import { assertTimersEnabled, lockOwnStartPolicy, REJECT } from '#/lib/tracking/timers/start-policy.ts';
import { isEnded, type Timer } from '#/lib/tracking/timers/timer.ts';
import { stopNotUndoable } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Undoes a stop: a timer that was running runs as if it had never been stopped, one that was paused is paused again.
 * Its cap and the deadlines of its plan that have passed meanwhile apply. A timer that has not ended is unchanged.
 * @throws AppError 409 `stop_not_undoable`; 409 `timer_already_running`, `timers_disabled` when it would run again; 409
 * `time_overlaps` when its time was taken meanwhile; 409 `time_closed`
 */
export function undoStop(ctx: Ctx, target: TimerTarget): Promise<TimerChange> {
  return withWinner(ctx, () =>
    transaction(ctx, async (ctx) => {
      const startPolicy = await lockOwnStartPolicy(ctx);
      return changeTimer(ctx, target, async (ctx, timer, now) => {
        if (!isEnded(timer)) return { timer, changed: false, ended: null, now };
        const before = beforeStop(timer, now);
        if (!before) throw stopNotUndoable(timer, now);
        if (before.status === 'running') {
          assertTimersEnabled(startPolicy);
          await endConflicting(ctx, REJECT, now);
          await assertNoOverlap(ctx, before.spans.slice(-1), { now, except: [timer.id] });
        }
        return { timer: await reopen(ctx, timer, before, now), changed: true, ended: null, now };
      });
    }),
  );
}

/** Writes the earlier state, then applies what became due since the stop. */
async function reopen(ctx: TxCtx, timer: Timer, before: Timer, now: Date): Promise<Timer> {
  await assertNotClosed(ctx, [{ before: timer, after: before }], now);
  await saveChange(ctx, timer, before, 'timer.corrected', now, 'undone');
  await advancePhases(ctx, timer.userId, now);
  return ownTimer(ctx, timer.id, now);
}
