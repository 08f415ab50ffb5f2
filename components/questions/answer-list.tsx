'use client';

import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { formatAnswer } from '#/components/questions/format-answer.ts';
import type { QuestionJson } from '#/components/questions/format-question.ts';
import { Button } from '#/components/ui/button.tsx';
import { useLive, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatWhen } from '#/lib/client/time/format-time.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type TimerAnswer = { timer: TimerJson; server_time: string };

/** Only this many, the latest, are listed. */
const SHOWN = 20;

type AnswerListProps = {
  answers: QuestionJson[];
  isDisabled: boolean;
  isBusy: (timerId: string) => boolean;
  onUndo: (answer: QuestionJson) => void;
};

/** Answers of the person, or by their settings, that can be undone. */
export function AnswerList({ answers, ...shared }: AnswerListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-6">
      <h3 id={id} className="mb-2 font-medium">
        Can be undone
      </h3>
      <ul className="border-t border-line">
        {answers.slice(0, SHOWN).map((answer) => (
          <AnswerRow key={answer.id} answer={answer} {...shared} />
        ))}
      </ul>
    </section>
  );
}

type AnswerRowProps = Omit<AnswerListProps, 'answers'> & { answer: QuestionJson };

function AnswerRow({ answer, isDisabled, isBusy, onUndo }: AnswerRowProps) {
  const { http } = useLive();
  const style = useTimeStyle();
  const today = useToday();
  const { data: timer } = useQuery({
    queryKey: ['answered-timer', answer.timer_id],
    queryFn: async ({ signal }) => (await http.send<TimerAnswer>(`/timers/${answer.timer_id}`, { signal })).timer,
  });
  const name = timer ? timerName(timer) : 'A timer';
  return (
    <li aria-label={name} className="flex items-center gap-3 border-b border-line py-2">
      <p className="min-w-0 grow">
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="text-text-2">
          {formatAnswer(answer)}
          {answer.answered_at && `, ${formatWhen(Date.parse(answer.answered_at), style, today)}`}
        </span>
      </p>
      <Button
        size="sm"
        className="pointer-coarse:h-11"
        disabled={isDisabled}
        busy={isBusy(answer.timer_id)}
        aria-label={`Undo ${name}`}
        onClick={() => onUndo(answer)}
      >
        Undo
      </Button>
    </li>
  );
}
