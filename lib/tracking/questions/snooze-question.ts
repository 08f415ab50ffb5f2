import type { Ctx } from '#/lib/context/context.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { questionAnswered } from '#/lib/tracking/questions/question-errors.ts';
import { updateQuestion } from '#/lib/tracking/questions/question-store.ts';
import { SNOOZE_MS } from '#/lib/tracking/questions/question-times.ts';
import { recordAnswer } from '#/lib/tracking/questions/record-answer.ts';
import { withQuestion } from '#/lib/tracking/questions/with-question.ts';

/** Hides a question for fifteen minutes, on every device. @throws AppError 409 `question_answered` */
export function snoozeQuestion(ctx: Ctx, id: string): Promise<{ question: Question; now: Date }> {
  return withQuestion(ctx, id, async (ctx, question, timer, now) => {
    if (question.answeredAt) throw questionAnswered(question, timer, now);
    const later: Question = { ...question, snoozedUntil: new Date(now.getTime() + SNOOZE_MS) };
    await updateQuestion(ctx.tx, later);
    await recordAnswer(ctx, timer, { before: question, after: later }, now);
    return { question: later, now };
  });
}
