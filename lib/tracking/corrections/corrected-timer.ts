import { isDeepStrictEqual } from 'node:util';
import { endedCycles } from '#/lib/tracking/cycles/phase.ts';
import { withEnd } from '#/lib/tracking/spans/span.ts';
import { withStretches } from '#/lib/tracking/timers/correction.ts';
import { isEnded, type Span, type Stretch, type Timer, transition } from '#/lib/tracking/timers/timer.ts';

/** The changes of a correction to one timer; omitted fields stay. */
export type TimerEdit = {
  /** All of its time, in order. The last stretch is open exactly when the timer is running. */
  stretches?: readonly Stretch[] | undefined;
  status?: 'stopped' | 'discarded' | 'restored' | undefined;
  content?: Partial<Pick<Timer, 'title' | 'tags' | 'ticket' | 'project'>> | undefined;
  /** The new owner of the time. */
  userId?: string | undefined;
};

/** Why a timer can't be edited as requested. */
export type EditError = 'timer_ended' | 'open_span_mismatch' | 'timer_not_ended';
type Parts = { now: Date; newId: () => string };

/**
 * The timer after the correction, with the next version, or why it is not possible; the same object when nothing
 * differs. Setting the times of a timer that needed a review counts as reviewing it.
 */
export function correctedTimer(timer: Timer, edit: TimerEdit, parts: Parts): Timer | EditError {
  if (edit.status === 'stopped' && timer.status === 'discarded') return 'timer_ended';
  const inState = withStatus(timer, edit, parts.now);
  const inTime = edit.stretches ? withTimes(inState, edit.stretches, parts) : inState;
  if (typeof inTime === 'string') return inTime;
  const userId = edit.userId ?? timer.userId;
  // A running or paused timer belongs to its owner's current zone, on whichever device.
  if (userId !== timer.userId && !isEnded(inTime)) return 'timer_not_ended';
  const after = { ...inTime, ...edit.content, userId, version: timer.version };
  return isDeepStrictEqual(after, timer) ? timer : { ...after, updatedAt: parts.now, version: timer.version + 1 };
}

function withStatus(timer: Timer, { status, stretches }: TimerEdit, now: Date): Timer {
  if (!status) return timer;
  // The given spans define where it ends.
  if (status === 'stopped' && stretches) return isEnded(timer) ? timer : stoppedAt(timer, stretches, now);
  const kind = ({ stopped: 'stop', discarded: 'discard', restored: 'restore' } as const)[status];
  const result = transition(timer, kind === 'stop' ? { kind, reason: 'stopped' } : { kind }, now);
  return result.kind === 'rejected' ? timer : result.timer;
}

function stoppedAt(timer: Timer, stretches: readonly Stretch[], now: Date): Timer {
  const endedAt = stretches.at(-1)?.endedAt ?? now;
  const spans = timer.spans.filter(({ startedAt }) => startedAt < endedAt);
  const ended = { ...timer, spans: spans.map((span) => cutAt(span, endedAt)) };
  return { ...timer, status: 'stopped', endReason: 'stopped', endedAt, cycles: endedCycles(ended, 'stopped', endedAt) };
}

function cutAt(span: Span, at: Date): Span {
  return span.endedAt && span.endedAt <= at ? span : withEnd(span, at);
}

function withTimes(timer: Timer, stretches: readonly Stretch[], { newId }: Parts): Timer | EditError {
  if (timer.status === 'discarded') return 'timer_ended';
  if ((stretches.at(-1)?.endedAt === null) !== (timer.status === 'running')) return 'open_span_mismatch';
  return withStretches(timer, [...stretches], newId);
}
