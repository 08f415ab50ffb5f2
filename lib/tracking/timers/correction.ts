import { carriedCycles, endedCycles, fittingCycles } from '#/lib/tracking/cycles/phase.ts';
import { withEnd, withStart } from '#/lib/tracking/spans/span.ts';
import {
  elapsedMs,
  isEnded,
  notBefore,
  type Span,
  type Stretch,
  type Timer,
  transition,
} from '#/lib/tracking/timers/timer.ts';

/**
 * The timer with these stretches, in order, instead of its spans. Unchanged ones keep their id and origin; all others
 * are labeled `corrected`. Its owner has reviewed it, so it needs no review anymore.
 */
export function withStretches(timer: Timer, stretches: Stretch[], newId: () => string): Timer {
  return reviewed(timer, corrected(timer.spans, stretches, newId));
}

/**
 * Both parts of a timer that is split at an instant; null when one of them would be empty. The first is stopped; the
 * second continues, or has ended, as the whole did.
 */
export function split(
  timer: Timer,
  at: Date,
  { now, newId }: { now: Date; newId: () => string },
): { first: Timer; second: Timer } | null {
  const before = timer.spans.filter((span) => span.startedAt < at).map((span) => until(span, at));
  const after = timer.spans
    .filter((span) => !span.endedAt || span.endedAt > at)
    .map((span) => since(span, at, newId()));
  const firstEnd = before.at(-1)?.endedAt;
  if (!firstEnd || elapsedMs({ spans: before }, now) === 0 || elapsedMs({ spans: after }, now) === 0) return null;
  const first = { ...reviewed(timer, before), cycles: endedCycles(timer, 'switched', now) };
  const lastSeenAt = isEnded(timer) ? null : timer.lastSeenAt;
  const cycles = carriedCycles(timer, now);
  const whole = reviewed(timer, after);
  const second = { ...whole, id: newId(), createdAt: now, updatedAt: now, version: 1, lastSeenAt, cycles };
  return { first: { ...first, status: 'stopped', endReason: 'stopped', endedAt: firstEnd }, second };
}

/**
 * One timer with the spans of both, and the other discarded, which keeps its own for restoring. The result is running
 * if either was.
 */
export function merge(
  timer: Timer,
  other: Timer,
  { now, newId }: { now: Date; newId: () => string },
): { timer: Timer; merged: Timer } {
  const spans = [...timer.spans, ...other.spans.map((span) => ({ ...span, id: newId() }))].sort(byStart);
  const open = [timer, other].filter((one) => !isEnded(one)).map(({ status }) => status);
  const status = open.includes('running') ? 'running' : (open[0] ?? timer.status);
  const discarded = transition(other, { kind: 'discard' }, now);
  if (discarded.kind !== 'changed') throw new Error(`a ${other.status} timer can’t be merged`);
  const ended = open.length > 0 ? { endedAt: null, endReason: null } : { endedAt: laterEnd(timer, other) };
  const whole = { ...reviewed(timer, spans), status, ...ended };
  return { timer: { ...whole, cycles: fittingCycles(whole, now) }, merged: discarded.timer };
}

function reviewed(timer: Timer, spans: Span[]): Timer {
  const endedAt = timer.endedAt && (spans.at(-1)?.endedAt ?? timer.endedAt);
  const startedAt = spans[0]?.startedAt ?? timer.startedAt;
  return { ...timer, spans, startedAt, endedAt, needsReview: false, version: timer.version + 1 };
}

function corrected(spans: Span[], stretches: Stretch[], newId: () => string): Span[] {
  const remaining = new Set<Span>();
  const same = stretches.map((stretch) => {
    const span = spans.find((one) => !remaining.has(one) && isSame(one, stretch));
    if (span) remaining.add(span);
    return span;
  });
  const left = spans.filter((span) => !remaining.has(span)).map(({ id }) => id);
  return stretches.map((stretch, index) => {
    return (
      same[index] ?? { id: left.shift() ?? newId(), ...stretch, ...preservedZones(spans, stretch), origin: 'corrected' }
    );
  });
}

/** An unchanged end keeps the zone in which it was set. */
export function preservedZones(
  spans: Span[],
  { startedAt, endedAt }: Stretch,
): Pick<Span, 'startedZone' | 'endedZone'> {
  const startedSpan = spans.find((span) => span.startedAt.getTime() === startedAt.getTime());
  const ended = spans.find((span) => endedAt && span.endedAt?.getTime() === endedAt.getTime());
  return { startedZone: startedSpan?.startedZone, endedZone: ended?.endedZone };
}

function isSame(left: Stretch, right: Stretch): boolean {
  return left.startedAt.getTime() === right.startedAt.getTime() && left.endedAt?.getTime() === right.endedAt?.getTime();
}

export function areSame(left: readonly Stretch[], right: readonly Stretch[]): boolean {
  return left.length === right.length && left.every((one, index) => isSame(one, right[index] ?? one));
}

function until(span: Span, at: Date): Span {
  return span.endedAt && span.endedAt <= at ? span : { ...withEnd(span, at), origin: 'corrected' };
}

function since(span: Span, at: Date, id: string): Span {
  return span.startedAt >= at ? { ...span, id } : { ...withStart(span, at), id, origin: 'corrected' };
}

function laterEnd(timer: Timer, other: Timer): Date | null {
  return timer.endedAt && other.endedAt && notBefore(timer.endedAt, other.endedAt);
}

function byStart(left: Span, right: Span): number {
  const difference = left.startedAt.getTime() - right.startedAt.getTime();
  return difference || (left.endedAt?.getTime() ?? Infinity) - (right.endedAt?.getTime() ?? Infinity);
}
