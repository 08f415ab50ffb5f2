import type { TxCtx } from '#/lib/context/context.ts';
import type { AppError } from '#/lib/core/errors.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { flagClosed } from '#/lib/tracking/closing/flag-closed.ts';
import { markOffline } from '#/lib/tracking/offline/offline-action.ts';
import type { TimerChange } from '#/lib/tracking/timers/change-timer.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import { type Rejection, type Timer, type TimerAction, transition } from '#/lib/tracking/timers/timer.ts';
import { noPhase, timerEnded, tooManySpans } from '#/lib/tracking/timers/timer-errors.ts';

const EVENT_OF: Record<TimerAction['kind'], EventType | null> = {
  pause: 'timer.paused',
  resume: 'timer.resumed',
  stop: 'timer.stopped',
  discard: 'timer.discarded',
  restore: 'timer.restored',
  extend: 'timer.phase_extended',
  // Recorded by the events of the phases that end and start.
  skip: null,
  restart: null,
};

const ERRORS: Record<Rejection['code'], (timer: Timer, now: Date) => AppError> = {
  timer_ended: timerEnded,
  no_phase: noPhase,
  too_many_spans: tooManySpans,
};

/**
 * Applies one action of the state machine, at `now` or an earlier given instant, and stores the result, with the reason
 * when its owner did not act.
 * @throws AppError 409 `timer_ended`, `no_phase`, `too_many_spans`
 */
export async function applyAction(
  ctx: TxCtx,
  timer: Timer,
  action: TimerAction,
  now: Date,
  { reason, at = now }: { reason?: string; at?: Date } = {},
): Promise<TimerChange> {
  const result = transition(timer, action, at);
  if (result.kind === 'rejected') throw ERRORS[result.code](timer, now);
  if (result.kind === 'unchanged') return { timer, changed: false, ended: null, now };
  const marked = ctx.offline ? markOffline(timer, result.timer) : result.timer;
  // Only these affect the past: a late offline action, and a skip that removes overtime.
  const reachesBack = ctx.offline || action.kind === 'skip';
  const after = reachesBack ? await flagClosed(ctx, timer, marked, now) : marked;
  const saved = await saveChange(ctx, timer, after, eventOf(action, timer, after), now, reason);
  return { timer: saved, changed: true, ended: null, now };
}

function eventOf(action: TimerAction, before: Timer, after: Timer): EventType | null {
  if (action.kind === 'skip' && after.status === 'completed') return 'timer.completed';
  const isTrimmed = after.spans.some(({ origin }, index) => origin !== before.spans[index]?.origin);
  return action.kind === 'skip' && action.at === 'deadline' && isTrimmed ? 'timer.corrected' : EVENT_OF[action.kind];
}
