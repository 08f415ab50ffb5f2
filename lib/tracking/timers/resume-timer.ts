import type { Ctx } from '#/lib/accounts/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { changeTimer, type TimerChange, type TimerTarget } from '#/lib/tracking/timers/change-timer.ts';
import { makeRoom, withWinner } from '#/lib/tracking/timers/make-room.ts';
import type { ResumeTimerInput } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * Opens a new span of a paused timer. Resuming a running timer changes nothing.
 * @throws AppError 409 `timer_ended`; 409 `timer_already_running` with the running timer as `current`
 */
export async function resumeTimer(ctx: Ctx, target: TimerTarget, input: ResumeTimerInput): Promise<TimerChange> {
  return withWinner(ctx, () =>
    changeTimer(ctx, target, async (tx, timer, now) => {
      const ended = timer.status === 'paused' ? await makeRoom(tx, input.on_conflict, now) : null;
      const change = await applyAction(tx, timer, { kind: 'resume', spanId: newId() }, now);
      return { ...change, ended };
    }),
  );
}
