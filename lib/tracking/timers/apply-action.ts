import type { TxCtx } from '#/lib/accounts/context.ts';
import type { EventType } from '#/lib/events/event.ts';
import { saveChange, type TimerChange } from '#/lib/tracking/timers/change-timer.ts';
import { type Timer, type TimerAction, transition } from '#/lib/tracking/timers/timer.ts';
import { timerEnded } from '#/lib/tracking/timers/timer-refusals.ts';

const EVENT_OF: Record<TimerAction['kind'], EventType> = {
  pause: 'timer.paused',
  resume: 'timer.resumed',
  stop: 'timer.stopped',
  discard: 'timer.discarded',
};

/**
 * Applies one action of the state machine and writes it down, with the reason when it was not its owner's doing.
 * @throws AppError 409 `timer_ended`
 */
export async function applyAction(
  ctx: TxCtx,
  timer: Timer,
  action: TimerAction,
  now: Date,
  reason?: string,
): Promise<TimerChange> {
  const result = transition(timer, action, now);
  if (result.kind === 'refused') throw timerEnded(timer, now);
  if (result.kind === 'unchanged') return { timer, changed: false, ended: null, now };
  await saveChange(ctx, timer, result.timer, EVENT_OF[action.kind], now, reason);
  return { timer: result.timer, changed: true, ended: null, now };
}
