import type { QuestionJson, TimerQuestion } from '#/components/questions/format-question.ts';
import { questionMutations } from '#/components/questions/question-mutations.ts';
import { undoToasts } from '#/components/timers/undo-toasts.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { Live } from '#/lib/client/live/live.ts';
import type { Toast } from '#/lib/client/page/toasts.ts';
import { formatDuration, timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { CURRENT_KEY } from '#/lib/client/timers/timer-keys.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { AnsweredJson, AnswerQuestionInput } from '#/lib/tracking/questions/answer-schemas.ts';
import { SNOOZE_MS } from '#/lib/tracking/questions/question-times.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** An answer as sent: instants are text. */
export type AnswerBody = Partial<Omit<AnswerQuestionInput, 'action' | 'at' | 'to'>> & {
  action: AnswerQuestionInput['action'];
  at?: string;
  to?: string;
};

/** Answers to a question, with toasts of their results and undo. */
export function questionAnswers(live: Live, style: TimeStyle) {
  const { http, client, toasts } = live;
  const { rejected, show } = undoToasts(live, style);
  const mutations = questionMutations(live);

  /** Until the next response about everything; answers of other devices come through the stream. */
  function updateQuestion(id: string, change: (question: QuestionJson) => QuestionJson | null): void {
    client.setQueryData<CurrentTimerJson>(CURRENT_KEY, (current) => {
      const questions = current?.questions.flatMap((one) => (one.id === id ? (change(one) ?? []) : [one]));
      return current && questions && { ...current, questions };
    });
  }

  return {
    rejected,

    /** Rejects, so that the caller can show the reason. */
    async answer({ question, timer: before }: TimerQuestion, body: AnswerBody): Promise<void> {
      const answered = await mutations.answer(question.id, body);
      updateQuestion(question.id, () => null);
      const toast = toastOf(before, answered, body.action);
      if (answered.question.undo_until === null) toasts.show(toast);
      else show(toast, () => mutations.undo(question.id));
    },

    async later({ question }: TimerQuestion): Promise<void> {
      const path = `/timers/questions/${question.id}/snooze`;
      const body = { method: 'POST', body: {}, idempotencyKey: randomId() } as const;
      const { question: later } = await http.send<{ question: QuestionJson; server_time: string }>(path, body);
      updateQuestion(question.id, () => later);
      toasts.show({ icon: 'check', lead: `You’ll be asked again in ${formatDuration(SNOOZE_MS)}.` });
    },
  };

  function toastOf(
    before: TimerJson,
    { timer, second, server_time }: AnsweredJson,
    action: AnswerBody['action'],
  ): Toast {
    const at = Date.parse(server_time);
    const name = timerName(timer);
    const then = `${name} ${timer.status === 'paused' ? 'stays paused' : 'keeps running'}.`;
    const left = elapsedMs(timer, at);
    const taken = formatDuration(Math.max(0, elapsedMs(before, at) - left));
    switch (action) {
      case 'keep':
        return { icon: 'check', lead: `Kept all ${formatDuration(left)}.`, text: name };
      case 'stop':
        return { icon: 'stop', lead: `Stopped at ${formatDuration(left)}.`, text: name };
      case 'trim_stop': {
        const end = timer.ended_at ? timeOfDay(Date.parse(timer.ended_at), style) : '';
        return { icon: 'stop', lead: `Trimmed to ${end},`, text: `${taken} removed from ${name}.` };
      }
      case 'trim_continue':
        return { icon: 'check', lead: `${taken} removed,`, text: then };
      case 'split': {
        const given = second ? formatDuration(elapsedMs(second, at)) : taken;
        return { icon: 'split', lead: `${given} moved to ${second ? timerName(second) : ''},`, text: then };
      }
    }
  }
}
