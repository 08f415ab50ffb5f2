import type { QuestionJson } from '#/components/questions/format-question.ts';
import { questionMutations } from '#/components/questions/question-mutations.ts';
import { undoableQuery } from '#/components/questions/review-queries.ts';
import { undoToasts } from '#/components/timers/undo-toasts.ts';
import { EntryMutations } from '#/lib/client/entries/entry-mutations.ts';
import type { SpanBody } from '#/lib/client/entries/typed-span.ts';
import { REVIEW_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Live } from '#/lib/client/live/live.ts';
import type { Toast } from '#/lib/client/page/toasts.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { ChangeTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Actions on a timer that ended automatically, each with a toast and an undo that the server stores. */
export function reviewActions(live: Live, style: TimeStyle) {
  const { mutations, http, client, clock, toasts } = live;
  const { rejected, show } = undoToasts(live, style);
  const entryMutations = new EntryMutations(mutations, http);
  const questions = questionMutations(live);
  const askAgain = () => client.invalidateQueries({ queryKey: REVIEW_KEY });

  /** The lists are reloaded whatever the result. */
  async function act({ id }: TimerJson, doing: () => Promise<Toast>): Promise<void> {
    const toast = await doing().catch(rejected);
    await askAgain();
    if (!toast) return;
    const answers = await client.fetchQuery(undoableQuery(http)).catch(() => []);
    const answer = answers.find(({ timer_id }) => timer_id === id);
    if (answer) show(toast, () => undo(answer));
    else toasts.show(toast);
  }

  async function undo({ id }: QuestionJson): Promise<void> {
    const { timer } = await questions.undo(id);
    await askAgain();
    toasts.show({
      icon: 'check',
      lead: `Back to ${formatDuration(elapsedMs(timer, clock.now()))}.`,
      text: timerName(timer),
    });
  }

  return {
    /** The time stays unchanged. */
    confirm: (timer: TimerJson) =>
      act(timer, async () => {
        await mutations.mutate([], ({ idempotencyKey, requestId }) =>
          http.send<ChangeTimerJson>(`/timers/${timer.id}/review`, {
            method: 'POST',
            body: {},
            idempotencyKey,
            requestId,
          }),
        );
        return { icon: 'check', lead: `Kept ${formatDuration(elapsedMs(timer, 0))} of ${timerName(timer)}.` };
      }),

    /** Ends it when its owner was last seen: these spans are left. */
    trim: (timer: TimerJson, spans: SpanBody[]) =>
      act(timer, async () => {
        const { timer: trimmed } = await entryMutations.setSpans(timer, spans);
        const taken = formatDuration(elapsedMs(timer, 0) - elapsedMs(trimmed, 0));
        return { icon: 'check', lead: `${taken} removed from`, text: timerName(timer) };
      }),

    /** Undoes an answer, by the person or by their settings. */
    undoAnswer: async (question: QuestionJson) => {
      await undo(question).catch(rejected);
      await askAgain();
    },
  };
}
