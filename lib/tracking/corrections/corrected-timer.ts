import { isDeepStrictEqual } from 'node:util';
import { endedCycles } from '#/lib/tracking/cycles/phase.ts';
import { withStretches } from '#/lib/tracking/timers/correction.ts';
import { withEnd } from '#/lib/tracking/timers/span.ts';
import { isEnded, type Span, type Stretch, type Timer, transition } from '#/lib/tracking/timers/timer.ts';

/** What a correction wants of one timer; what is left out stays as it is. */
export type TimerEdit = {
  /** All of its time, in order. The last stretch is open exactly when the timer runs on. */
  stretches?: readonly Stretch[] | undefined;
  status?: 'stopped' | 'discarded' | 'restored' | undefined;
  content?: Partial<Pick<Timer, 'title' | 'tags' | 'ticket' | 'project'>> | undefined;
  /** Whose time it is to be. */
  userId?: string | undefined;
};

/** Why a timer can't be made what is wanted of it. */
export type EditError = 'timer_ended' | 'open_span_mismatch' | 'timer_not_ended';
type Parts = { now: Date; newId: () => string };

/**
 * The timer as a correction makes it, one version on, or why it can't; the very same when nothing of it differs. Time
 * that is said of a timer that needed a review has been looked at.
 */
export function correctedTimer(timer: Timer, wish: TimerEdit, parts: Parts): Timer | EditError {
  if (wish.status === 'stopped' && timer.status === 'discarded') return 'timer_ended';
  const inState = withStatus(timer, wish, parts.now);
  const inTime = wish.stretches ? withTimes(inState, wish.stretches, parts) : inState;
  if (typeof inTime === 'string') return inTime;
  const userId = wish.userId ?? timer.userId;
  // What runs or waits is where its person is, on whichever device.
  if (userId !== timer.userId && !isEnded(inTime)) return 'timer_not_ended';
  const after = { ...inTime, ...wish.content, userId, version: timer.version };
  return isDeepStrictEqual(after, timer) ? timer : { ...after, updatedAt: parts.now, version: timer.version + 1 };
}

function withStatus(timer: Timer, { status, stretches }: TimerEdit, now: Date): Timer {
  if (!status) return timer;
  // What is said of its time says where it ends.
  if (status === 'stopped' && stretches) return isEnded(timer) ? timer : stoppedAt(timer, stretches, now);
  const kind = ({ stopped: 'stop', discarded: 'discard', restored: 'restore' } as const)[status];
  const result = transition(timer, kind === 'stop' ? { kind, reason: 'stopped' } : { kind }, now);
  return result.kind === 'refused' ? timer : result.timer;
}

function stoppedAt(timer: Timer, stretches: readonly Stretch[], now: Date): Timer {
  const endedAt = stretches.at(-1)?.endedAt ?? now;
  const spans = timer.spans.filter(({ startedAt }) => startedAt < endedAt);
  const told = { ...timer, spans: spans.map((span) => cutAt(span, endedAt)) };
  return { ...timer, status: 'stopped', endReason: 'stopped', endedAt, cycles: endedCycles(told, 'stopped', endedAt) };
}

function cutAt(span: Span, at: Date): Span {
  return span.endedAt && span.endedAt <= at ? span : withEnd(span, at);
}

function withTimes(timer: Timer, stretches: readonly Stretch[], { newId }: Parts): Timer | EditError {
  if (timer.status === 'discarded') return 'timer_ended';
  if ((stretches.at(-1)?.endedAt === null) !== (timer.status === 'running')) return 'open_span_mismatch';
  return withStretches(timer, [...stretches], newId);
}
