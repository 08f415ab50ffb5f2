import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { admit, conflictRule, refuseWhileDisabled } from '#/lib/tracking/timers/admit.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { makeRoom, withWinner } from '#/lib/tracking/timers/make-room.ts';
import type { ResumeTimerInput } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * Opens a new span of a paused timer. Resuming a running timer changes nothing.
 * @throws AppError 409 `timer_ended`; 409 `timer_already_running` with the running timer as `current`; 409
 * `timers_disabled`
 */
export async function resumeTimer(ctx: Ctx, target: TimerTarget, input: ResumeTimerInput): Promise<TimerChange> {
  authorize(ctx, 'timers:write');
  return withWinner(ctx, () =>
    transaction(ctx, async (tx) => {
      const admission = await admit(tx);
      return changeTimer(tx, target, async (tx, timer, now) => {
        const isPaused = timer.status === 'paused';
        if (isPaused) refuseWhileDisabled(admission);
        const rule = conflictRule(input.on_conflict, admission, 'resume');
        const ended = isPaused ? await makeRoom(tx, rule, now) : null;
        const change = await applyAction(tx, timer, { kind: 'resume', spanId: newId() }, now);
        return { ...change, ended };
      });
    }),
  );
}
