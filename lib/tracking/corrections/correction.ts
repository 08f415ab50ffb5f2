import { HOUR_MS } from '#/lib/core/duration.ts';
import { zonesOf } from '#/lib/tracking/spans/span.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/** The fields of a timer that a correction may change, stored so that it can be reverted. */
export type TimerFacts = Pick<
  Timer,
  | 'userId'
  | 'status'
  | 'startedAt'
  | 'endedAt'
  | 'endReason'
  | 'reasonBeforeDiscard'
  | 'needsReview'
  | 'title'
  | 'tags'
  | 'ticket'
  | 'project'
  | 'spans'
  | 'cycles'
>;

/** One timer of a correction: before and after it, and its version from then on. */
export type CorrectionItem = {
  timerId: string;
  /** The owner before. */
  userId: string;
  /** The owner since. */
  userIdAfter: string;
  before: TimerFacts;
  after: TimerFacts;
  versionAfter: number;
};

/** A change of recorded time after the fact, of one timer or many at once, by one person for one reason. */
export type Correction = {
  id: string;
  workspaceId: string;
  createdBy: string | null;
  reason: string;
  createdAt: Date;
  /** The correction that this one reverts. */
  revertsId: string | null;
  items: CorrectionItem[];
};

/** As it is listed, with the correction that reverted it. */
export type CorrectionRow = Omit<Correction, 'items'> & { revertedBy: string | null };

/** In a list: its number of timers, and the first one. */
export type ListedCorrection = CorrectionRow & { timers: number; first: CorrectionItem | null };

/** The stored fields of a timer. */
export function factsOf(timer: Timer): TimerFacts {
  const { userId, status, startedAt, endedAt, endReason, reasonBeforeDiscard, needsReview } = timer;
  const { title, tags, ticket, project, cycles } = timer;
  const spans = timer.spans.map((span) => ({ ...span, ...zonesOf(span, timer) }));
  const time = { userId, status, startedAt, endedAt, endReason, reasonBeforeDiscard, needsReview, spans, cycles };
  return { ...time, title, tags, ticket, project };
}

/** The timer as it was before a correction, in its next version. */
export function beforeCorrection(timer: Timer, before: TimerFacts): Timer {
  return { ...timer, ...before, version: timer.version + 1 };
}

/**
 * What may be wrong with recorded time. `needs_attention` is the queue for people who correct time: a review is needed, or
 * one span is longer than people work, and it has not been corrected yet.
 */
export const FLAGS = [
  'needs_attention',
  'needs_review',
  'long',
  'capped',
  'back_dated',
  'entered',
  'corrected',
] as const;
export type Flag = (typeof FLAGS)[number];

/** Characters, for a correction of other people's time or closed time. */
export const MIN_REASON_LENGTH = 8;
/** Characters, for each of the two reasons of a proposed correction: both fit into that of the correction. */
export const MAX_PROPOSAL_REASON_LENGTH = 230;

/** Nobody works longer without a pause. */
export const LONG_SPAN_MS = 10 * HOUR_MS;
/** Days after which timers in need of review no longer show up. */
export const LOOK_BACK_DAYS = 35;
