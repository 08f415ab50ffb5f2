import type { Gap } from '#/lib/tracking/presence/presence.ts';
import { UNDO_MS } from '#/lib/tracking/questions/question-times.ts';
import { withStretches } from '#/lib/tracking/timers/correction.ts';
import { elapsedMs, isEnded, type Span, type Stretch, type Timer } from '#/lib/tracking/timers/timer.ts';

export const QUESTION_KINDS = ['long_run', 'after_hours', 'absence', 'capped'] as const;
export const ANSWERS = ['keep', 'stop', 'trim_stop', 'trim_continue', 'split'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];
export type Answer = (typeof ANSWERS)[number];

/** The fields of a timer that an answer changes, stored for undoing it. */
export type Before = Pick<Timer, 'status' | 'startedAt' | 'endedAt' | 'endReason' | 'needsReview' | 'spans'>;

/** A question to a person about a timer, open until they answer or the timer ends otherwise (`moot`). */
export type Question = {
  id: string;
  timerId: string;
  workspaceId: string;
  userId: string;
  kind: QuestionKind;
  /** When they were last seen; null if never. */
  awayFrom: Date | null;
  /** When they returned; only for an absence. */
  awayTo: Date | null;
  askedAt: Date;
  timesAsked: number;
  snoozedUntil: Date | null;
  answeredAt: Date | null;
  answer: Answer | 'moot' | null;
  before: Before | null;
  versionAfter: number | null;
  secondTimerId: string | null;
  /**
   * How much time a trim removed from the timer, in milliseconds; null for any other answer. Negative when it added
   * time.
   */
  trimmedMs: number | null;
  undoneAt: Date | null;
};

/** How much time a trim removed from a timer, as of now. */
export function trimmedMs(before: Pick<Timer, 'spans'>, after: Pick<Timer, 'spans'>, now: Date): number {
  return elapsedMs(before, now) - elapsedMs(after, now);
}

/** The effect of an answer: the timer after it, and the time that was cut out for another ticket. */
export type Trimmed = { timer: Timer; cut: Stretch[] };

/**
 * The timer without the time after an instant, stopped there; null when nothing would be left of it. A span that is cut
 * short is labeled `corrected`.
 */
export function trimmedAndStopped(timer: Timer, at: Date, newId: () => string): Trimmed | null {
  const stretches = timer.spans
    .filter((span) => span.startedAt < at)
    .map((span) => ({ startedAt: span.startedAt, endedAt: span.endedAt && span.endedAt < at ? span.endedAt : at }));
  if (stretches.length === 0) return null;
  const remaining = withStretches(timer, stretches, newId);
  return { timer: { ...remaining, status: 'stopped', endReason: 'stopped', endedAt: at }, cut: [] };
}

/**
 * The timer without a stretch of time; it continues as before. Null when nothing would be left, or none of its time is
 * in the stretch.
 */
export function withoutGap(timer: Timer, gap: Gap, newId: () => string): Trimmed | null {
  const cut = timer.spans.flatMap((span) => inside(span, gap));
  const stretches = timer.spans.flatMap((span) => outside(span, gap));
  if (cut.length === 0 || stretches.length === 0) return null;
  return { timer: withStretches(timer, stretches, newId), cut };
}

/** The part of a span within the gap, with its end. */
function inside({ startedAt, endedAt }: Span, { from, to }: Gap): { startedAt: Date; endedAt: Date }[] {
  const part = {
    startedAt: startedAt < from ? from : startedAt,
    endedAt: endedAt && endedAt < to ? endedAt : to,
  };
  return part.startedAt < part.endedAt ? [part] : [];
}

/** The parts of a span before and after the gap. An open span continues after it. */
function outside(span: Span, gap: Gap): Stretch[] {
  if (inside(span, gap).length === 0) return [span];
  const { startedAt, endedAt } = span;
  const parts: Stretch[] = [];
  if (startedAt < gap.from) parts.push({ startedAt, endedAt: gap.from });
  if (!endedAt || endedAt > gap.to) parts.push({ startedAt: gap.to, endedAt });
  return parts;
}

/** The fields of a timer that undoing needs. */
export function beforeOf({ status, startedAt, endedAt, endReason, needsReview, spans }: Timer): Before {
  return { status, startedAt, endedAt, endReason, needsReview, spans };
}

/** Whether an answer can still be undone, as far as the question itself shows: the timer may have changed since. */
export function canUndo(question: Question, now: Date): boolean {
  const { before, undoneAt, answeredAt } = question;
  return before !== null && undoneAt === null && answeredAt !== null && now.getTime() < +answeredAt + UNDO_MS;
}

/** A timer as it was before an answer, in its next version. */
export function restored(timer: Timer, before: Before): Timer {
  return { ...timer, ...before, version: timer.version + 1 };
}

/** Whether a change makes a question pointless: the timer has ended, or its owner has paused it and so was present. */
export function isObsolete(kind: QuestionKind, timer: Pick<Timer, 'status'>): boolean {
  return isEnded(timer) || (kind !== 'absence' && timer.status === 'paused');
}
