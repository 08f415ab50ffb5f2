import { applyDeadline, ongoing } from '#/lib/tracking/cycles/phase.ts';
import { capAt, ended, openSpan, type TimerState, withNextVersion } from '#/lib/tracking/timers/timer.ts';

// What happens to a timer without an action: its cap, and the deadlines of its plan.

export type Due = { kind: 'cap'; at: Date } | { kind: 'deadline'; at: Date; begins: boolean };

/**
 * The timer as it is at `now`: completed at exactly its cap when that has passed, and its phases advanced at exactly
 * their deadlines, whether or not a worker has recorded it. Work that begins by itself does not begin here, since that
 * depends on other state. A timer at its cap ends when its owner was last seen, if that is their setting. Returns the
 * same object when nothing is due.
 */
export function settle<T extends TimerState>(timer: T, now: Date): T {
  for (let settled = timer; ; ) {
    const next = nextDue(settled, now);
    if (!next || (next.kind === 'deadline' && next.begins)) return settled;
    settled = settleOnce(settled, next);
  }
}

/**
 * The first cap or deadline of a timer that is due by `now`; null when none is. At the same instant, the cap comes
 * first.
 */
export function nextDue(timer: TimerState, now: Date): Due | null {
  const cap = capAt(timer);
  const cycle = ongoing(timer)?.cycle;
  const deadline = cycle?.dueAt ?? null;
  if (cap && cap <= now && !(deadline && deadline < cap)) return { kind: 'cap', at: cap };
  if (!deadline || deadline > now) return null;
  return { kind: 'deadline', at: deadline, begins: cycle?.atDeadline === 'begin' };
}

/** Applies the one step that is due. Without `mayBegin`, a break that would start work by itself waits. */
export function settleOnce<T extends TimerState>(timer: T, due: Due, mayBegin = false): T {
  const plan = ongoing(timer);
  if (due.kind === 'deadline' && plan) return withNextVersion(timer, applyDeadline(timer, plan, due.at, mayBegin));
  return capped(timer, pointOf(timer, due.at));
}

/** The timer completed by its cap, with its time ending at this instant. */
export function capped<T extends TimerState>(timer: T, at: Date): T {
  return withNextVersion(timer, { ...ended(timer, 'completed', 'capped', at), needsReview: true });
}

function pointOf({ capPoint, lastSeenAt, ...timer }: TimerState, cap: Date): Date {
  const since = openSpan(timer)?.startedAt;
  const isKnown = capPoint === 'last_seen' && lastSeenAt && since && lastSeenAt > since && lastSeenAt < cap;
  return isKnown ? lastSeenAt : cap;
}
