import type { TxCtx } from '#/lib/context/context.ts';
import { newQuestion } from '#/lib/tracking/questions/ask-question.ts';
import { beforeOf, canUndo, type Question, restored, trimmedMs } from '#/lib/tracking/questions/question.ts';
import {
  carryUndo,
  findLatestAnswer,
  insertQuestion,
  updateQuestion,
} from '#/lib/tracking/questions/question-store.ts';
import { recordAnswer } from '#/lib/tracking/questions/record-answer.ts';
import { areSame } from '#/lib/tracking/timers/correction.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import type { Stretch, Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Stores the earlier state of a timer in need of review, so that its owner can undo their review. `keep`: they
 * confirmed it. `trim_stop`: they entered other times.
 */
export async function recordReviewUndo(
  ctx: TxCtx,
  { before, after, answer }: { before: Timer; after: Timer; answer: 'keep' | 'trim_stop' },
  now: Date,
): Promise<void> {
  if (!before.needsReview) return;
  const question: Question = {
    ...newQuestion(after, { kind: 'capped', awayFrom: before.lastSeenAt, awayTo: null }, now),
    answer,
    answeredAt: now,
    before: beforeOf(before),
    versionAfter: after.version,
    trimmedMs: answer === 'trim_stop' ? trimmedMs(before, after, now) : null,
  };
  await insertQuestion(ctx.tx, question);
}

/**
 * An owner who restores exactly the times from before their review undoes it, and the timer needs a review again: an
 * undo sends the earlier times. Null when this is not an undo.
 */
export async function undoReview(ctx: TxCtx, timer: Timer, stretches: Stretch[], now: Date): Promise<Timer | null> {
  const question = await findLatestAnswer(ctx.tx, timer);
  const before = question?.before;
  if (question?.kind !== 'capped' || !before?.needsReview || !canUndo(question, now)) return null;
  if (!areSame(before.spans, stretches)) return null;
  const after = await saveChange(ctx, timer, restored(timer, before), 'timer.corrected', now, 'undone');
  const undone: Question = { ...question, undoneAt: now };
  await updateQuestion(ctx.tx, undone);
  await carryUndo(ctx.tx, timer.id, { from: timer.version - 1, to: after.version });
  await recordAnswer(ctx, after, { before: question, after: undone }, now);
  return after;
}
