import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { assertNotClosed } from '#/lib/tracking/closing/assert-not-closed.ts';
import { settleTimer } from '#/lib/tracking/deadlines/settle-timer.ts';
import type { Answered } from '#/lib/tracking/questions/answer-question.ts';
import { type Before, canUndo, type Question, restored } from '#/lib/tracking/questions/question.ts';
import { notUndoable } from '#/lib/tracking/questions/question-errors.ts';
import { carryUndo, updateQuestion } from '#/lib/tracking/questions/question-store.ts';
import { recordAnswer } from '#/lib/tracking/questions/record-answer.ts';
import { withQuestion } from '#/lib/tracking/questions/with-question.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { assertNoOverlap } from '#/lib/tracking/timers/assert-time.ts';
import { ownTimer } from '#/lib/tracking/timers/change-timer.ts';
import { endConflicting, withWinner } from '#/lib/tracking/timers/end-conflicting.ts';
import { saveChange } from '#/lib/tracking/timers/save-timer.ts';
import { assertTimersEnabled, lockOwnStartPolicy, REJECT } from '#/lib/tracking/timers/start-policy.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';

/**
 * Undoes an answer: restores the timer's earlier state, to the millisecond, if its time has not changed since and seven
 * days have not passed. A timer that was running runs again, as if it had never stopped; a timer created by a split is
 * discarded.
 * @throws AppError 409 `answer_not_undoable`; 409 `timer_already_running`, `timers_disabled` when it would run again;
 * 409 `time_closed`; 409 `time_overlaps` when its time was taken meanwhile
 */
export function undoAnswer(ctx: Ctx, id: string): Promise<Answered> {
  return withWinner(ctx, () =>
    transaction(ctx, async (ctx) => {
      const startPolicy = await lockOwnStartPolicy(ctx);
      return withQuestion(ctx, id, async (ctx, question, timer, now) => {
        const { before } = question;
        if (!before || !canUndo(question, now)) throw notUndoable(question, timer, now);
        if (timer.version !== question.versionAfter) throw notUndoable(question, timer, now);
        if (before.status === 'running' && timer.status !== 'running') {
          assertTimersEnabled(startPolicy);
          await endConflicting(ctx, REJECT, now);
        }
        const second = await discardSecond(ctx, question, timer, now);
        const after = await restore(ctx, timer, before, now);
        const undone: Question = { ...question, undoneAt: now };
        await updateQuestion(ctx.tx, undone);
        await carryEarlier(ctx, timer, after);
        await recordAnswer(ctx, after, { before: question, after: undone }, now);
        return { question: undone, timer: after, second, now };
      });
    }),
  );
}

/**
 * The timer is now as the previous answer left it, so that one can be undone again, unless the timer has ended since.
 */
async function carryEarlier(ctx: TxCtx, timer: Timer, after: Timer): Promise<void> {
  if (after.version !== timer.version + 1) return;
  await carryUndo(ctx.tx, timer.id, { from: timer.version - 1, to: after.version });
}

/** The other timer of a split releases its time first. */
async function discardSecond(ctx: TxCtx, question: Question, timer: Timer, now: Date): Promise<Timer | null> {
  if (!question.secondTimerId) return null;
  const second = await ownTimer(ctx, question.secondTimerId, now);
  if (second.version !== 1) throw notUndoable(question, timer, now);
  return (await applyAction(ctx, second, { kind: 'discard' }, now, { reason: 'undone' })).timer;
}

async function restore(ctx: TxCtx, timer: Timer, before: Before, now: Date): Promise<Timer> {
  await assertNoOverlap(ctx, before.spans, { now, except: [timer.id] });
  const after = restored(timer, before);
  await assertNotClosed(ctx, [{ before: timer, after }], now);
  const saved = await saveChange(ctx, timer, after, 'timer.corrected', now, 'undone');
  return settleTimer(ctx, saved, now);
}
