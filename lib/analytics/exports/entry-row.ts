import type { SpanOrigin } from '#/lib/tracking/spans/span-schemas.ts';
import type { TimerType } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * One row of every export: an uninterrupted stretch of a timer on one of its member's days. Time over midnight is one row
 * on each day, so rows of a day add up to it, and all rows to the whole.
 */
export type EntryRow = {
  spanId: string;
  timerId: string;
  /** The member's day, YYYY-MM-DD. */
  date: string;
  startedAt: Date;
  /** For a running timer, the instant of the export. */
  endedAt: Date;
  /** In `timeZone`, `2026-03-02T09:00:00`. */
  startedLocal: string;
  endedLocal: string;
  timeZone: string;
  exactMs: number;
  /** As requested; equal to `exactMs` without rounding. */
  roundedMs: number;
  userId: string;
  member: string;
  project: string | null;
  ticketKey: string | null;
  ticketTitle: string | null;
  title: string;
  tags: string[];
  type: TimerType;
  createdVia: 'web' | 'api' | 'import';
  origin: SpanOrigin;
  isRunning: boolean;
  needsReview: boolean;
};

export type EntryBatches = AsyncIterable<EntryRow[]>;

/** Flags of a row. */
export function flagsOf({ isRunning, needsReview }: Pick<EntryRow, 'isRunning' | 'needsReview'>): string[] {
  return [...(isRunning ? ['running'] : []), ...(needsReview ? ['needs_review'] : [])];
}
