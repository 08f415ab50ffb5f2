import type { EndReason, Plan, TimerStatus, TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

/** A stretch of work, half open: [startedAt, endedAt). Without an end it runs. */
export type Span = { id: string; startedAt: Date; endedAt: Date | null };

/** What the state machine decides about. */
export type TimerState = {
  status: TimerStatus;
  startedAt: Date;
  endedAt: Date | null;
  endReason: EndReason | null;
  needsReview: boolean;
  capSeconds: number;
  version: number;
  /** In order of start. */
  spans: Span[];
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
  plan: Plan | null;
  createdVia: 'web' | 'api' | 'import';
};

export type TimerAction =
  | { kind: 'pause' }
  | { kind: 'resume'; spanId: string }
  | { kind: 'stop'; reason: 'stopped' | 'switched'; needsReview?: boolean }
  | { kind: 'discard' };

/** `timer_ended`: nothing can be paused, resumed or discarded any more. */
export type Refusal = { kind: 'refused'; code: 'timer_ended' };
export type Transition<T> = { kind: 'changed'; timer: T } | { kind: 'unchanged'; timer: T } | Refusal;

/**
 * The next state of a timer, or why there is none. `now` earlier than what is recorded already (a database clock that
 * was set back) counts as the latest recorded instant, so time never runs backwards inside a timer.
 * Stopping never refuses. Apply `settle` first: an action never outlives the cap.
 */
export function transition<T extends TimerState>(timer: T, action: TimerAction, now: Date): Transition<T> {
  const at = notBefore(now, lastInstant(timer));
  switch (action.kind) {
    case 'pause':
      if (timer.status === 'paused') return { kind: 'unchanged', timer };
      if (timer.status !== 'running') return { kind: 'refused', code: 'timer_ended' };
      return changed(timer, { status: 'paused', spans: closeOpenSpan(timer.spans, at) });
    case 'resume':
      if (timer.status === 'running') return { kind: 'unchanged', timer };
      if (timer.status !== 'paused') return { kind: 'refused', code: 'timer_ended' };
      return changed(timer, {
        status: 'running',
        spans: [...timer.spans, { id: action.spanId, startedAt: at, endedAt: null }],
      });
    case 'stop':
      if (isEnded(timer)) return { kind: 'unchanged', timer };
      return changed(timer, {
        ...end(timer, 'stopped', action.reason, at),
        needsReview: timer.needsReview || action.needsReview === true,
      });
    case 'discard':
      if (timer.status === 'discarded') return { kind: 'unchanged', timer };
      if (isEnded(timer)) return { kind: 'refused', code: 'timer_ended' };
      return changed(timer, end(timer, 'discarded', 'discarded', at));
  }
}

/**
 * The timer as it is at `now`: completed at exactly its cap when that has passed, whether or not a worker has been by.
 * Returns the same object when nothing is due.
 */
export function settle<T extends TimerState>(timer: T, now: Date): T {
  const cap = capAt(timer);
  if (!cap || cap > now) return timer;
  return bump(timer, { ...end(timer, 'completed', 'capped', cap), needsReview: true });
}

/** Milliseconds of work up to `now`: the sum of the spans. Never negative, never counted by ticking. */
export function elapsedMs(timer: Pick<TimerState, 'spans'>, now: Date): number {
  return timer.spans.reduce((sum, span) => {
    const end = span.endedAt ?? notBefore(now, span.startedAt);
    return sum + (end.getTime() - span.startedAt.getTime());
  }, 0);
}

/** The instant at which elapsed time reaches the cap if nobody stops it; null unless running. */
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
  return instants.reduce(notBefore, timer.endedAt ?? timer.startedAt);
}

/** The later of two instants. */
export function notBefore(instant: Date, floor: Date): Date {
  return instant < floor ? floor : instant;
}

function end<T extends TimerState>(
  timer: T,
  status: 'stopped' | 'completed' | 'discarded',
  endReason: EndReason,
  at: Date,
): Partial<TimerState> {
  return { status, endReason, endedAt: at, spans: closeOpenSpan(timer.spans, at) };
}

function closeOpenSpan(spans: Span[], at: Date): Span[] {
  return spans.map((span) => (span.endedAt ? span : { ...span, endedAt: at }));
}

function changed<T extends TimerState>(timer: T, change: Partial<TimerState>): Transition<T> {
  return { kind: 'changed', timer: bump(timer, change) };
}

function bump<T extends TimerState>(timer: T, change: Partial<TimerState>): T {
  return { ...timer, ...change, version: timer.version + 1 };
}
