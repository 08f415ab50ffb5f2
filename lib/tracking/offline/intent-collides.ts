import { AppError, isAppError } from '#/lib/core/errors.ts';
import type { Collision, Proposal } from '#/lib/tracking/offline/offline-action.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';

const COLLISION_TEXTS: Record<Collision, string> = {
  too_long_ago: 'This was too long ago to be done automatically.',
  timer_changed: 'The timer was changed elsewhere since you saw it.',
  timer_ended: 'The timer has ended in the meantime.',
  other_timer: 'Another timer was running that you didn’t see.',
  overlaps: 'Other time is already recorded then.',
  phase_over: 'The first phase of its plan was over before this arrived.',
  over_cap: 'With that much time, the timer would reach its cap and stop.',
};

type Collided = { reason: Collision; at: Date; current: Timer | null; proposal: Proposal | null; cause?: unknown };

/**
 * 409: an offline action conflicts with the current state. Nothing was done; `proposal` is what could be done instead.
 */
export function intentCollides({ reason, at, current, proposal, cause }: Collided, now: Date): AppError {
  const known = isAppError(cause) ? cause.extra : {};
  return new AppError('intent_collides', {
    detail: `${COLLISION_TEXTS[reason]} Nothing was changed; see the proposal.`,
    extra: {
      ...known,
      reason,
      acted_at: at.toISOString(),
      current: current ? timerJson(current, now) : (known.current ?? null),
      proposal,
    },
    cause,
  });
}
