import type { TxCtx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { notifyQuestion } from '#/lib/tracking/questions/notify-owner.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { questionJson } from '#/lib/tracking/questions/question-json.ts';
import { insertQuestion, listOpenQuestionsOf, updateQuestion } from '#/lib/tracking/questions/question-store.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerChangeJson } from '#/lib/tracking/timers/timer-change-json.ts';

type Prompt = {
  kind: 'long_run' | 'after_hours' | 'absence';
  awayFrom: Date | null;
  awayTo: Date | null;
  /** When the question became due; it is asked later if the engine was delayed. */
  dueAt: Date;
};

/**
 * Asks the owner of a timer, who is locked. A question that is still open is asked once more; an absence is asked about
 * only once. Does not change the timer.
 */
export async function askQuestion(ctx: TxCtx, timer: Timer, prompt: Prompt, now: Date): Promise<void> {
  const open = prompt.kind === 'absence' ? null : await findOpen(ctx, timer, prompt.kind);
  const question: Question = open
    ? { ...open, awayFrom: prompt.awayFrom, askedAt: now, timesAsked: open.timesAsked + 1, snoozedUntil: null }
    : newQuestion(timer, prompt, now);
  if (open) await updateQuestion(ctx.tx, question);
  else if (!(await insertQuestion(ctx.tx, question))) return;
  await recordEvent(
    ctx,
    {
      type: prompt.kind === 'absence' ? 'timer.away' : 'timer.stale',
      subjectId: timer.id,
      userId: timer.userId,
      data: {
        ...timerChangeJson(timer, timer, now),
        before: open && questionJson(open, now),
        after: questionJson(question, now),
      },
    },
    now,
  );
  await notifyQuestion(ctx, timer, question, { dueAt: prompt.dueAt, now });
}

async function findOpen(ctx: TxCtx, timer: Timer, kind: Prompt['kind']): Promise<Question | null> {
  const open = await listOpenQuestionsOf(ctx.tx, timer.id);
  return open.find((question) => question.kind === kind) ?? null;
}

export function newQuestion(
  timer: Timer,
  { kind, awayFrom, awayTo }: Pick<Question, 'kind' | 'awayFrom' | 'awayTo'>,
  now: Date,
): Question {
  return {
    id: newId(),
    timerId: timer.id,
    workspaceId: timer.workspaceId,
    userId: timer.userId,
    kind,
    awayFrom,
    awayTo,
    askedAt: now,
    timesAsked: 1,
    snoozedUntil: null,
    answeredAt: null,
    answer: null,
    before: null,
    versionAfter: null,
    secondTimerId: null,
    trimmedMs: null,
    undoneAt: null,
  };
}
