import { type Cycle, openCycle } from '#/lib/tracking/cycles/cycle.ts';
import {
  afterStep,
  endedCycles,
  frozenCycles,
  isOnBreak,
  ongoing,
  onResume,
  type PhaseStep,
  skipped,
  thawedCycles,
} from '#/lib/tracking/cycles/phase.ts';
import type { Plan } from '#/lib/tracking/cycles/plan-schemas.ts';
import { closeOpenSpan, MAX_SPANS } from '#/lib/tracking/spans/span.ts';
import type { SpanOrigin } from '#/lib/tracking/spans/span-schemas.ts';
import type { EndReason, TimerStatus, TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

/** A stretch of work, half open: [startedAt, endedAt). Without an end it is running. */
export type Stretch = { startedAt: Date; endedAt: Date | null };
export type Span = Stretch & {
  id: string;
  origin: SpanOrigin;
  /** The zone in which each end was set. Undefined: now, in its owner's zone. Null: not stored, or no end yet. */
  startedZone?: string | null | undefined;
  endedZone?: string | null | undefined;
};

/** The state that the state machine uses. */
export type TimerState = {
  status: TimerStatus;
  startedAt: Date;
  endedAt: Date | null;
  endReason: EndReason | null;
  /** How a discarded timer had ended before; null when it had not ended. */
  reasonBeforeDiscard: EndReason | null;
  needsReview: boolean;
  capSeconds: number;
  /** Where its owner wants it to end when it reaches the cap: at the cap, or when they were last seen. */
  capPoint?: 'cap' | 'last_seen';
  /** When its owner was last seen; null or undefined if never. */
  lastSeenAt?: Date | null;
  version: number;
  /** In order of start. */
  spans: Span[];
  plan: Plan | null;
  /** The executed phases of the plan, in order; the last one is open while the plan is in progress. */
  cycles: Cycle[];
};

/** One logical session of a person. */
export type Timer = TimerState & {
  id: string;
  workspaceId: string;
  userId: string;
  type: TimerType;
  title: string;
  ticket: { id: string; key: string; title: string; url: string | null } | null;
  project: { id: string; name: string } | null;
  tags: string[];
  expectedEndAt: Date | null;
  createdVia: 'web' | 'api' | 'import';
  createdAt: Date;
  updatedAt: Date;
  capPoint: 'cap' | 'last_seen';
  lastSeenAt: Date | null;
  /** The zone of its owner, IANA. */
  timeZone: string;
};

export type TimerAction =
  | { kind: 'pause'; isBackDated?: boolean }
  | { kind: 'resume'; spanId: string }
  | { kind: 'stop'; reason: 'stopped' | 'switched'; needsReview?: boolean; isBackDated?: boolean }
  | { kind: 'discard' }
  | { kind: 'restore' }
  | PhaseStep;

/**
 * `timer_ended`: the timer can't be paused or resumed anymore. `no_phase`: no plan is in progress. `too_many_spans`: it
 * has the maximum number of spans.
 */
export type Rejection = { kind: 'rejected'; code: 'timer_ended' | 'no_phase' | 'too_many_spans' };
export type Transition<T> = { kind: 'changed'; timer: T } | { kind: 'unchanged'; timer: T } | Rejection;

/**
 * The next state of a timer, or why there is none. A `now` before recorded time (the database's clock was set back)
 * counts as the latest recorded instant, so time never runs backwards inside a timer. Stopping is never rejected. Apply
 * `settle` first: an action never outlives the cap.
 */
export function transition<T extends TimerState>(timer: T, action: TimerAction, now: Date): Transition<T> {
  const at = notBefore(now, lastInstant(timer));
  switch (action.kind) {
    case 'pause':
      return paused(timer, at, action.isBackDated);
    case 'resume':
      return resumed(timer, at, action.spanId);
    case 'stop':
      if (isEnded(timer)) return { kind: 'unchanged', timer };
      return changed(timer, {
        ...ended(timer, 'stopped', action.reason, at, action.isBackDated),
        needsReview: timer.needsReview || action.needsReview === true,
      });
    case 'discard':
      if (timer.status === 'discarded') return { kind: 'unchanged', timer };
      return changed(timer, {
        ...ended(timer, 'discarded', 'discarded', timer.endedAt ?? at),
        reasonBeforeDiscard: timer.endReason,
      });
    case 'restore':
      if (timer.status !== 'discarded') return { kind: 'unchanged', timer };
      return changed(timer, { ...stateBefore(timer), reasonBeforeDiscard: null });
    default:
      return stepped(timer, action, at);
  }
}

/** Closes the open span and freezes the phase; in a break, which has no span, only the phase. */
function paused<T extends TimerState>(timer: T, at: Date, isBackDated?: boolean): Transition<T> {
  if (isEnded(timer)) return { kind: 'rejected', code: 'timer_ended' };
  if (timer.status === 'paused' && !isOnBreak(timer)) return { kind: 'unchanged', timer };
  const spans = closeOpenSpan(timer.spans, at, isBackDated);
  return changed(timer, { status: 'paused', spans, cycles: frozenCycles(timer, at) });
}

/** Opens a span, or continues a frozen break; when a break is over, the next work begins. */
function resumed<T extends TimerState>(timer: T, at: Date, spanId: string): Transition<T> {
  if (timer.status === 'running') return { kind: 'unchanged', timer };
  if (timer.status !== 'paused') return { kind: 'rejected', code: 'timer_ended' };
  const resuming = onResume(timer);
  if (resuming === 'nothing') return { kind: 'unchanged', timer };
  const cycles = thawedCycles(timer, at);
  if (resuming === 'break') return changed(timer, { cycles });
  const plan = ongoing(timer);
  if (plan && plan.cycle.kind !== 'work') return changed(timer, skipped(timer, plan, 'now', at));
  if (timer.spans.length >= MAX_SPANS) return { kind: 'rejected', code: 'too_many_spans' };
  const spans = [...timer.spans, { id: spanId, startedAt: at, endedAt: null, origin: 'live' as const }];
  return changed(timer, { status: 'running', cycles, spans });
}

/** Applies a person's step in the plan. */
function stepped<T extends TimerState>(timer: T, step: PhaseStep, at: Date): Transition<T> {
  if (isEnded(timer)) return { kind: 'rejected', code: 'timer_ended' };
  const change = afterStep(timer, step, at);
  return change ? changed(timer, change) : { kind: 'rejected', code: 'no_phase' };
}

/**
 * The state that a discarded timer returns to. One that was running is paused: nothing shows that the work continued.
 */
function stateBefore({ reasonBeforeDiscard: endReason, endedAt }: TimerState): Partial<TimerState> {
  switch (endReason) {
    case 'stopped':
    case 'switched':
      return { status: 'stopped', endReason, endedAt };
    case 'capped':
    case 'finished':
      return { status: 'completed', endReason, endedAt };
    default:
      return { status: 'paused', endReason: null, endedAt: null };
  }
}

/** Milliseconds of work up to `now`: the sum of the spans. Never negative, never counted by ticking. */
export function elapsedMs(timer: { spans: readonly Stretch[] }, now: Date): number {
  return timer.spans.reduce((sum, span) => {
    const end = span.endedAt ?? notBefore(now, span.startedAt);
    return sum + (end.getTime() - span.startedAt.getTime());
  }, 0);
}

/** The instant at which elapsed time reaches the cap without a stop; null unless running. */
export function capAt(timer: Pick<TimerState, 'spans' | 'capSeconds'>): Date | null {
  const open = openSpan(timer);
  if (!open) return null;
  const before = elapsedMs({ spans: timer.spans.filter((span) => span.endedAt) }, open.startedAt);
  return new Date(open.startedAt.getTime() + Math.max(0, timer.capSeconds * 1000 - before));
}

export function openSpan(timer: Pick<TimerState, 'spans'>): Span | null {
  return timer.spans.find((span) => span.endedAt === null) ?? null;
}

export function isEnded(timer: Pick<TimerState, 'status'>): boolean {
  return timer.status !== 'running' && timer.status !== 'paused';
}

/** The latest instant a timer has recorded. */
export function lastInstant(timer: TimerState): Date {
  const instants = timer.spans.flatMap((span) => [span.startedAt, span.endedAt ?? span.startedAt]);
  const cycle = openCycle(timer);
  if (cycle) instants.push(cycle.frozenAt ?? cycle.startedAt);
  return instants.reduce(notBefore, timer.endedAt ?? timer.startedAt);
}

/** The later of two instants. */
export function notBefore(instant: Date, floor: Date): Date {
  return instant < floor ? floor : instant;
}

/** Ends a timer with its open span and the phase of its plan. */
export function ended<T extends TimerState>(
  timer: T,
  status: 'stopped' | 'completed' | 'discarded',
  endReason: EndReason,
  at: Date,
  isBackDated = false,
): Partial<TimerState> {
  const how = endReason === 'finished' ? 'stopped' : endReason;
  return {
    status,
    endReason,
    endedAt: at,
    spans: closeOpenSpan(timer.spans, at, isBackDated),
    cycles: endedCycles(timer, how, at),
  };
}

function changed<T extends TimerState>(timer: T, change: Partial<TimerState>): Transition<T> {
  return { kind: 'changed', timer: withNextVersion(timer, change) };
}

/** The timer with this change, in its next version. */
export function withNextVersion<T extends TimerState>(timer: T, change: Partial<TimerState>): T {
  return { ...timer, ...change, version: timer.version + 1 };
}
