import type { Ctx, TxCtx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { admit, conflictRule, refuseWhileDisabled } from '#/lib/tracking/timers/admit.ts';
import { addTimer, lockClock, type TimerChange } from '#/lib/tracking/timers/change-timer.ts';
import { makeRoom, withWinner } from '#/lib/tracking/timers/make-room.ts';
import { resolveSubject } from '#/lib/tracking/timers/resolve-subject.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import type { Plan, StartTimerInput } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * Starts a timer for the actor at the database's instant. `ended` is what `on_conflict`, or else the person's conflict
 * policy, stopped or paused for it.
 * @throws AppError 409 `timer_already_running` with the running timer as `current`; 409 `timers_disabled`; 404 for an
 * unknown ticket or project; 400 for an expected end that is not ahead
 */
export async function startTimer(ctx: Ctx, input: StartTimerInput): Promise<TimerChange> {
  authorize(ctx, 'timers:write');
  return withWinner(ctx, () =>
    transaction(ctx, async (tx) => {
      const admission = await admit(tx);
      refuseWhileDisabled(admission);
      const now = await lockClock(tx);
      const ended = await makeRoom(tx, conflictRule(input.on_conflict, admission, 'start'), now);
      const timer = await newTimer(tx, input, { now, capSeconds: admission.capSeconds });
      await addTimer(tx, timer, now);
      return { timer, changed: true, ended, now };
    }),
  );
}

async function newTimer(
  ctx: TxCtx,
  input: StartTimerInput,
  { now, capSeconds }: { now: Date; capSeconds: number },
): Promise<Timer> {
  const { ticket, project } = await resolveSubject(ctx, input);
  return {
    id: newId(),
    workspaceId: ctx.actor.workspaceId,
    userId: ctx.actor.userId,
    type: input.type,
    status: 'running',
    title: input.title || ticket?.title || '',
    ticket,
    project,
    tags: input.tags,
    startedAt: now,
    endedAt: null,
    expectedEndAt: expectedEnd(input, now),
    plan: planOf(input),
    capSeconds,
    version: 1,
    endReason: null,
    needsReview: false,
    createdVia: ctx.actor.credential.kind === 'session' ? 'web' : 'api',
    spans: [{ id: newId(), startedAt: now, endedAt: null }],
  };
}

function expectedEnd(input: StartTimerInput, now: Date): Date | null {
  if (input.duration) return new Date(now.getTime() + input.duration);
  if (!input.expected_end) return null;
  if (input.expected_end > now) return input.expected_end;
  throw new AppError('expected_end_past', {
    status: 400,
    detail: 'The expected end lies before the start. Give a later instant, or leave it out.',
    fields: [{ pointer: '/expected_end', detail: `must be after ${now.toISOString()}` }],
  });
}

/** A countdown given by its duration alone gets its plan from it. */
function planOf(input: StartTimerInput): Plan | null {
  if (input.plan) return input.plan;
  return input.type === 'countdown' && input.duration ? { type: 'countdown', duration_ms: input.duration } : null;
}
