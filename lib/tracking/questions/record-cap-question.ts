import type { TxCtx } from '#/lib/context/context.ts';
import { capped } from '#/lib/tracking/deadlines/due.ts';
import { newQuestion } from '#/lib/tracking/questions/ask-question.ts';
import { notifyCapped } from '#/lib/tracking/questions/notify-owner.ts';
import { beforeOf, type Question, trimmedMs } from '#/lib/tracking/questions/question.ts';
import { insertQuestion } from '#/lib/tracking/questions/question-store.ts';
import { capAt, type Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Notifies the owner that their timer has ended at its cap. If it ended earlier by its owner's setting, stores its
 * state at the cap, so that they can undo that. `before` is the timer as it ran.
 */
export async function recordCapQuestion(ctx: TxCtx, before: Timer, after: Timer, now: Date): Promise<void> {
  await notifyCapped(ctx, after);
  const cap = capAt(before);
  if (!cap || !after.endedAt || after.endedAt >= cap) return;
  const atCap = capped(before, cap);
  const question: Question = {
    ...newQuestion(after, { kind: 'capped', awayFrom: after.endedAt, awayTo: null }, now),
    answer: 'trim_stop',
    answeredAt: now,
    before: beforeOf(atCap),
    trimmedMs: trimmedMs(atCap, after, now),
    versionAfter: after.version,
  };
  await insertQuestion(ctx.tx, question);
}
