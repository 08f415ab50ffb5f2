import type { WorkingHours } from '#/lib/accounts/users/user.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { nextEndOfWork } from '#/lib/tracking/presence/working-hours.ts';
import { ASK_AGAIN_MS } from '#/lib/tracking/questions/question-times.ts';
import { capAt, elapsedMs, notBefore, openSpan, type Stretch, type TimerState } from '#/lib/tracking/timers/timer.ts';

/** A stretch of time, half open. */
export type Gap = { from: Date; to: Date };

/** The rules for when the owner of a running timer is asked about it. */
export type NudgeRule = {
  /** Elapsed time after which they are asked: their own, else the workspace's. */
  nudgeSeconds: number;
  workingHours: WorkingHours | null;
  timeZone: string;
  /** When they were last asked, or answered, whether they are still working; null if never. */
  longRunAt: Date | null;
  /** The same for the end of work. */
  afterHoursAt: Date | null;
};

/**
 * When to ask whether the work continues: when elapsed time reaches the threshold, then two hours after the last time.
 * Null unless the timer runs, or when its cap comes first.
 */
export function nudgeAt(timer: Pick<TimerState, 'spans' | 'capSeconds'>, rule: NudgeRule): Date | null {
  const open = openSpan(timer);
  const cap = capAt(timer);
  if (!open || !cap) return null;
  const before = elapsedMs({ spans: timer.spans.filter((span) => span.endedAt) }, open.startedAt);
  const reached = new Date(open.startedAt.getTime() + Math.max(0, rule.nudgeSeconds * SECOND_MS - before));
  const at = rule.longRunAt ? notBefore(reached, new Date(rule.longRunAt.getTime() + ASK_AGAIN_MS)) : reached;
  return at < cap ? at : null;
}

/** When the working hours of the day end, for a person who wants to be asked then; null unless the timer runs. */
export function afterHoursAt(timer: Pick<TimerState, 'spans'>, rule: NudgeRule): Date | null {
  const open = openSpan(timer);
  if (!open || !rule.workingHours) return null;
  const since = rule.afterHoursAt ? notBefore(open.startedAt, rule.afterHoursAt) : open.startedAt;
  return nextEndOfWork(rule.workingHours, rule.timeZone, since);
}

export type AbsenceRule = { absenceMinutes: number; absencePolicy: 'ask' | 'keep' };

/** The absence that ends now: longer than the person's limit, and the timer ran throughout; null when there is none. */
export function absenceOf(
  spans: readonly Stretch[],
  awakeAt: Date | null,
  now: Date,
  { absenceMinutes, absencePolicy }: AbsenceRule,
): Gap | null {
  if (absencePolicy === 'keep' || !awakeAt) return null;
  if (now.getTime() - awakeAt.getTime() <= absenceMinutes * 60 * SECOND_MS) return null;
  const ranThroughout = spans.some(
    ({ startedAt, endedAt }) => startedAt <= awakeAt && (endedAt === null || endedAt >= now),
  );
  return ranThroughout ? { from: awakeAt, to: now } : null;
}

/** When the person was last present, from a page's report: so many milliseconds ago, never ahead of now. */
export function seenAt(now: Date, idleMs: number): Date {
  return new Date(now.getTime() - Math.max(0, idleMs));
}
