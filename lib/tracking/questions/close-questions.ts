import type { TxCtx } from '#/lib/context/context.ts';
import { isObsolete, type Question } from '#/lib/tracking/questions/question.ts';
import { listOpenQuestionsOf, updateQuestion } from '#/lib/tracking/questions/question-store.ts';
import { recordAnswer } from '#/lib/tracking/questions/record-answer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Closes the questions about a timer that has ended otherwise, or was paused, in the same transaction: a question never
 * acts on a timer that has stopped.
 */
export async function closeObsoleteQuestions(ctx: TxCtx, timer: Timer, now: Date): Promise<void> {
  if (timer.status === 'running') return;
  const open = await listOpenQuestionsOf(ctx.tx, timer.id);
  for (const question of open.filter(({ kind }) => isObsolete(kind, timer))) await close(ctx, timer, question, now);
}

/** Closes the questions whether the owner is still working: they have answered one, so they are present. */
export async function closeStillWorking(ctx: TxCtx, timer: Timer, now: Date): Promise<void> {
  const open = await listOpenQuestionsOf(ctx.tx, timer.id);
  for (const question of open.filter(({ kind }) => kind !== 'absence')) await close(ctx, timer, question, now);
}

async function close(ctx: TxCtx, timer: Timer, question: Question, now: Date): Promise<void> {
  const closed: Question = { ...question, answer: 'moot', answeredAt: now };
  await updateQuestion(ctx.tx, closed);
  await recordAnswer(ctx, timer, { before: question, after: closed }, now);
}
