import { DAY_MS } from '#/lib/core/duration.ts';
import { type IfMatch, matchesVersion } from '#/lib/core/if-match.ts';
import { isEnded, lastInstant, notBefore, openSpan, type Stretch, type Timer } from '#/lib/tracking/timers/timer.ts';

export type OfflineTimerAction = 'pause' | 'resume' | 'stop';

/** Why a late offline action is rejected. */
export type Collision =
  | 'too_long_ago'
  | 'timer_changed'
  | 'timer_ended'
  | 'other_timer'
  | 'overlaps'
  | 'over_cap'
  | 'phase_over';

/** What would achieve the intent: the same action on the timer as it is now, corrected spans, or time to add. */
export type Proposal =
  | { kind: 'action'; action: OfflineTimerAction; timer_id: string; version: number }
  | { kind: 'correct'; timer_id: string; version: number; spans: SpanInput[] }
  | { kind: 'add'; started_at: string; ended_at: string };
type SpanInput = { started_at: string; ended_at: string };

/** The maximum age of a start or a resume: the same as for a backdated start. */
export const OPENS_WITHIN_MS = DAY_MS;
/** The maximum age of a pause or a stop. */
export const CLOSES_WITHIN_MS = 7 * DAY_MS;
/** More than two clocks differ by, plus latency. */
const SLACK_MS = 10_000;

type OfflineAction = { kind: OfflineTimerAction; at: Date; seen: IfMatch };

/** Why this action is rejected, or null when nothing prevents it. `now` is the instant of the request. */
export function collisionOf(timer: Timer, { kind, at, seen }: OfflineAction, now: Date): Collision | null {
  const isSeen = seen !== null && matchesVersion(seen, timer.version);
  if (isEnded(timer) && !isSeen) return 'timer_ended';
  if (seen !== null && !isSeen) return 'timer_changed';
  const windowMs = kind === 'resume' ? OPENS_WITHIN_MS : CLOSES_WITHIN_MS;
  if (now.getTime() - at.getTime() > windowMs) return 'too_long_ago';
  const slackMs = isSeen ? SLACK_MS : 0;
  return lastInstant(timer).getTime() - at.getTime() > slackMs ? 'timer_changed' : null;
}

/** The effective instant: never before anything that the timer has already recorded. */
export function boundedAt(timer: Timer, at: Date): Date {
  return notBefore(at, lastInstant(timer));
}

/**
 * What could be done instead, on the timer as it is. Null when nothing is left to do, or nothing that could be proposed.
 */
export function proposalFor(timer: Timer, action: OfflineTimerAction, at: Date, now: Date): Proposal | null {
  if (timer.status === 'discarded') return null;
  if (action === 'resume') return resumeProposal(timer, at, now);
  const version = timer.version;
  const since = openSpan(timer)?.startedAt ?? lastInstant(timer);
  const isApplicable = timer.status === 'running' || (timer.status === 'paused' && action === 'stop');
  if (isApplicable && since <= at && isWithin(at, now, CLOSES_WITHIN_MS)) {
    return { kind: 'action', action, timer_id: timer.id, version };
  }
  // A person who only meant to pause has no time to remove from a timer that continues.
  if (!isEnded(timer)) return null;
  const spans = endedAt(timer.spans, at);
  return spans.length > 0 ? { kind: 'correct', timer_id: timer.id, version, spans: spans.map(spanInput) } : null;
}

/** Marks the ends that a late offline action set. Earlier origins stay. */
export function markOffline(before: Timer, after: Timer): Timer {
  const known = new Map(before.spans.map((span) => [span.id, span]));
  const spans = after.spans.map((span) => {
    const old = known.get(span.id);
    const isTouched = old ? old.endedAt?.getTime() !== span.endedAt?.getTime() : true;
    return isTouched && (old?.origin ?? 'live') === 'live' ? { ...span, origin: 'offline' as const } : span;
  });
  return { ...after, spans };
}

function resumeProposal(timer: Timer, at: Date, now: Date): Proposal | null {
  if (timer.status === 'running') return null;
  if (timer.status === 'paused' && lastInstant(timer) <= at && isWithin(at, now, OPENS_WITHIN_MS)) {
    return { kind: 'action', action: 'resume', timer_id: timer.id, version: timer.version };
  }
  return { kind: 'add', started_at: at.toISOString(), ended_at: now.toISOString() };
}

function isWithin(at: Date, now: Date, windowMs: number): boolean {
  return now.getTime() - at.getTime() <= windowMs;
}

/** The spans as they would be if the work had ended then. */
function endedAt(spans: readonly Stretch[], at: Date): Stretch[] {
  const startedSpans = spans.filter(({ startedAt }) => startedAt < at);
  return startedSpans.map((span, index) => {
    const isLast = index === startedSpans.length - 1;
    return isLast || (span.endedAt && span.endedAt > at) ? { ...span, endedAt: at } : span;
  });
}

function spanInput({ startedAt, endedAt: end }: Stretch): SpanInput {
  return { started_at: startedAt.toISOString(), ended_at: (end ?? startedAt).toISOString() };
}
