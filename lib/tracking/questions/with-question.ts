import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { findQuestion } from '#/lib/tracking/questions/question-store.ts';
import { lockClock, ownTimer } from '#/lib/tracking/timers/change-timer.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Wraps every verb on a question: lock the person, take the instant, apply the timer's cap, and only then read the
 * question.
 * @throws AppError 404 for a question of another workspace or another member
 */
export function withQuestion<T>(
  ctx: Ctx,
  id: string,
  step: (ctx: TxCtx, question: Question, timer: Timer, now: Date) => Promise<T>,
): Promise<T> {
  authorize(ctx, 'timers:write');
  return transaction(ctx, async (ctx) => {
    const now = await lockClock(ctx);
    const found = await own(ctx, id);
    const timer = await ownTimer(ctx, found.timerId, now);
    return step(ctx, await own(ctx, id), timer, now);
  });
}

async function own(ctx: TxCtx, id: string): Promise<Question> {
  const question = await findQuestion(ctx.tx, ctx.actor.workspaceId, id);
  if (question?.userId !== ctx.actor.userId) throw notFound('question');
  return question;
}
