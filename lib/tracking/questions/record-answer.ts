import type { TxCtx } from '#/lib/context/context.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { questionJson } from '#/lib/tracking/questions/question-json.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerChangeJson } from '#/lib/tracking/timers/timer-change-json.ts';

/** Records the change of a question in the feed. Its effect on the timer is a separate event. */
export async function recordAnswer(
  ctx: TxCtx,
  timer: Timer,
  { before, after }: { before: Question; after: Question },
  now: Date,
): Promise<void> {
  const isLater = after.answer === null;
  await recordEvent(
    ctx,
    {
      type: isLater ? 'timer.snoozed' : 'timer.answered',
      subjectId: timer.id,
      userId: timer.userId,
      data: {
        ...timerChangeJson(timer, timer, now),
        before: questionJson(before, now),
        after: questionJson(after, now),
      },
    },
    now,
  );
}
