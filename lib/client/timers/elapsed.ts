import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Ends = Pick<TimerJson, 'cap_at'> & Partial<Pick<TimerJson, 'plan' | 'phase'>>;
type Spans = Pick<TimerJson, 'spans'> & Ends;

/**
 * Milliseconds of work at `serverNow`: the sum of the spans, the open one counted up to now but never past its
 * automatic end.
 */
export function elapsedMs(timer: Spans, serverNow: number): number {
  return elapsedWithinMs(timer, { from: -Infinity, to: Infinity }, serverNow);
}

/** The part of it within `[from, to)`, e.g. in one calendar day. Epoch milliseconds. */
export function elapsedWithinMs(timer: Spans, range: { from: number; to: number }, serverNow: number): number {
  return timer.spans.reduce((sum, span) => {
    const from = Math.max(Date.parse(span.started_at), range.from);
    const to = Math.min(spanEnd(span, timer, serverNow), range.to);
    return sum + Math.max(0, to - from);
  }, 0);
}

/**
 * When a span ends; an open one extends to now, and stops at the cap, or at the deadline of work that a plan ends
 * there, recorded or not.
 */
export function spanEnd(span: TimerJson['spans'][number], timer: Ends, serverNow: number): number {
  if (span.ended_at) return Date.parse(span.ended_at);
  const ends = [timer.cap_at, workEndsAt(timer)].flatMap((at) => (at ? [Date.parse(at)] : []));
  return Math.min(serverNow, ...ends);
}

/** When the work of a phase ends automatically; null when it continues. */
function workEndsAt({ plan, phase }: Ends): string | null {
  if (phase?.kind !== 'work') return null;
  // The plan of a start that the server has not received yet is unknown; work stops there unless set otherwise.
  return plan && plan.at_work_end !== 'stop' ? null : phase.ends_at;
}

/** Milliseconds of work after which the timer ends automatically, by its own cap; null for one that is not running. */
export function capMs(timer: Spans): number | null {
  const end = timer.cap_at && Date.parse(timer.cap_at);
  if (!end) return null;
  return timer.spans.reduce((sum, { started_at, ended_at }) => {
    return sum + (ended_at ? Date.parse(ended_at) : end) - Date.parse(started_at);
  }, 0);
}

/** Milliseconds between the first start and the last end that belong to no span. */
export function pausedMs(timer: Spans, serverNow: number): number {
  const first = timer.spans[0];
  const last = timer.spans.at(-1);
  if (!first || !last) return 0;
  return Math.max(0, spanEnd(last, timer, serverNow) - Date.parse(first.started_at) - elapsedMs(timer, serverNow));
}

/**
 * An instant at which the digits of this timer change; they change every whole second from there. Null for a timer that
 * is not running.
 */
export function nextTickAt(timer: Pick<TimerJson, 'spans'>): number | null {
  const open = timer.spans.find((span) => span.ended_at === null);
  if (!open) return null;
  const before = elapsedMs({ spans: timer.spans.filter((span) => span.ended_at), cap_at: null }, 0);
  return Date.parse(open.started_at) - before;
}
