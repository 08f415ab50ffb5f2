import { MINUTE_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';
import { isOver, openCycle } from '#/lib/tracking/cycles/cycle.ts';
import { MAX_SPANS } from '#/lib/tracking/spans/span.ts';
import { STOP_UNDO_MS } from '#/lib/tracking/timers/before-stop.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';

/** 409 with the running timer. A timer in another workspace is not shown, only that it is running. */
export function alreadyRunning(running: Timer | null, workspaceId: string, now: Date): AppError {
  const mine = running?.workspaceId === workspaceId ? running : null;
  return new AppError('timer_already_running', {
    detail:
      running && !mine
        ? 'A timer is running in another of your workspaces. Stop it there first.'
        : 'Another timer is running. Stop or pause it first, or send on_conflict "switch" or "pause".',
    extra: { current: mine && timerJson(mine, now) },
  });
}

/** 409: the timer has ended, or was discarded, and can't get more spans. */
export function timerEnded(timer: Timer, now: Date): AppError {
  return new AppError('timer_ended', {
    detail:
      timer.status === 'discarded'
        ? 'This timer is discarded. Restore it first, or start a new one.'
        : `This timer is ${timer.status}. Start a new one to continue the same work.`,
    extra: { current: timerJson(timer, now) },
  });
}

/** 409: it has the maximum number of spans. */
export function tooManySpans(timer: Timer, now: Date): AppError {
  return new AppError('too_many_spans', {
    detail: `A timer can have at most ${MAX_SPANS} spans. Stop it and start a new one for the same work.`,
    extra: { current: timerJson(timer, now) },
  });
}

/** 409: it was not stopped by a person, or too long ago. */
export function stopNotUndoable(timer: Timer, now: Date): AppError {
  return new AppError('stop_not_undoable', {
    detail: `Only your own stop of the last ${STOP_UNDO_MS / MINUTE_MS} min can be undone. Start a new timer to continue.`,
    extra: { current: timerJson(timer, now) },
  });
}

/** 409: no plan is in progress in this timer. */
export function noPhase(timer: Timer, now: Date): AppError {
  return new AppError('no_phase', {
    extra: { current: timerJson(timer, now) },
  });
}

/** Prevents leaving a phase of a strict plan early. Stopping is never rejected. @throws AppError 409 `plan_strict` */
export function assertNotStrict(timer: Timer, now: Date): void {
  const cycle = openCycle(timer);
  if (cycle && !isOver(cycle, now)) assertPlanNotStrict(timer, now);
}

/** Prevents changing the length of a phase of a strict plan. @throws AppError 409 `plan_strict` */
export function assertPlanNotStrict(timer: Timer, now: Date): void {
  if (!timer.plan?.strict || !openCycle(timer)) return;
  throw new AppError('plan_strict', {
    extra: { current: timerJson(timer, now) },
  });
}

/** 412: the timer has changed since the caller read it. */
export function versionMismatch(timer: Timer, now: Date): AppError {
  return new AppError('timer_version_mismatch', {
    detail: `The timer has changed since you read it; it is at version ${timer.version}. Look at it and try again.`,
    extra: { current: timerJson(timer, now) },
    headers: { ETag: `"${timer.version}"` },
  });
}
