import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { beginsWork } from '#/lib/tracking/cycles/phase.ts';
import type { SkipPhaseInput } from '#/lib/tracking/cycles/phase-schemas.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { endConflicting, withWinner } from '#/lib/tracking/timers/end-conflicting.ts';
import { assertTimersEnabled, conflictRule, lockOwnStartPolicy } from '#/lib/tracking/timers/start-policy.ts';
import { assertNotStrict } from '#/lib/tracking/timers/timer-errors.ts';

/**
 * Ends the phase and begins the next; after the last the timer is completed. Work past its deadline can end there
 * instead of now, which removes its overtime.
 * @throws AppError 409 `timer_ended`; 409 `no_phase`; 409 `plan_strict` before the deadline; when work begins, 409
 * `timer_already_running` with the running timer as `current` and 409 `timers_disabled`
 */
export async function skipPhase(ctx: Ctx, target: TimerTarget, input: SkipPhaseInput): Promise<TimerChange> {
  authorize(ctx, 'timers:write');
  return withWinner(ctx, () =>
    transaction(ctx, async (tx) => {
      const startPolicy = await lockOwnStartPolicy(tx);
      return changeTimer(tx, target, async (tx, timer, now) => {
        assertNotStrict(timer, now);
        const begins = beginsWork(timer);
        if (begins) assertTimersEnabled(startPolicy);
        const rule = conflictRule(input.on_conflict, startPolicy, 'resume');
        const ended = begins ? await endConflicting(tx, rule, now) : null;
        const change = await applyAction(tx, timer, { kind: 'skip', at: input.at }, now);
        return { ...change, ended };
      });
    }),
  );
}
