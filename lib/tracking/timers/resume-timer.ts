import type { StartPolicy } from '#/lib/accounts/workspaces/start-policy-query.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { onResume } from '#/lib/tracking/cycles/phase.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { assertNoOverlap, assertWithinCap } from '#/lib/tracking/timers/assert-time.ts';
import type { TimerChange, TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { assertSeen, endConflicting, withWinner } from '#/lib/tracking/timers/end-conflicting.ts';
import { runTimerAction } from '#/lib/tracking/timers/run-timer-action.ts';
import { assertTimersEnabled, conflictRule, lockOwnStartPolicy } from '#/lib/tracking/timers/start-policy.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import type { ResumeTimerInput } from '#/lib/tracking/timers/timer-input-schemas.ts';

/**
 * Opens a new span of a paused timer, and continues its phase with the remaining time; continues a frozen break; when a
 * break is over, the next work begins. Resuming a running timer or break changes nothing.
 * @throws AppError 409 `timer_ended`; 409 `timer_already_running` with the running timer as `current`; 409
 * `timers_disabled`; for an offline action 409 `intent_collides`
 */
export async function resumeTimer(ctx: Ctx, target: TimerTarget, input: ResumeTimerInput): Promise<TimerChange> {
  authorize(ctx, 'timers:write');
  const action = { kind: 'resume', ageMs: input.offline_age_ms } as const;
  return withWinner(ctx, () =>
    transaction(ctx, async (tx) => {
      const startPolicy = await lockOwnStartPolicy(tx);
      return runTimerAction(tx, target, action, (tx, timer, now, at) =>
        resume(tx, timer, { input, startPolicy, now, at }),
      );
    }),
  );
}

type Resume = { input: ResumeTimerInput; startPolicy: StartPolicy; now: Date; at: Date };

async function resume(ctx: TxCtx, timer: Timer, { input, startPolicy, now, at }: Resume): Promise<TimerChange> {
  const opens = timer.status === 'paused' && onResume(timer) === 'work';
  if (opens) assertTimersEnabled(startPolicy);
  if (opens && ctx.offline) await assertSeen(ctx, input.seen_running ?? null, now);
  const rule = conflictRule(input.on_conflict, startPolicy, 'resume');
  const ended = opens ? await endConflicting(ctx, rule, now, at) : null;
  if (opens && at < now) await assertNoOverlap(ctx, [{ startedAt: at, endedAt: null }], { now });
  const change = await applyAction(ctx, timer, { kind: 'resume', spanId: newId() }, now, { at });
  if (at < now) assertWithinCap(change.timer, now);
  return { ...change, ended };
}
