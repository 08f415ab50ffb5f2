'use client';

import { useState } from 'react';
import { AssignTimeForm } from '#/components/questions/assign-time-form.tsx';
import { type TimerQuestion, timeInQuestion } from '#/components/questions/format-question.ts';
import type { AnswerBody } from '#/components/questions/question-answers.ts';
import { TrimForm } from '#/components/questions/trim-form.tsx';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { HOUR_MS, MINUTE_MS } from '#/lib/core/duration.ts';

/** What an answer needs in addition: a time, or a ticket. */
export type QuestionForm = 'time' | 'split';

export type AnswerFormProps = {
  asked: TimerQuestion;
  /** The initial stretch of the fields; without an end it extends to now. */
  first: { from: number; to: number | null };
  /** Rejects, so that the form can show the reason. */
  onAnswer: (body: AnswerBody) => Promise<void>;
  onClose: () => void;
};

type Props = Omit<AnswerFormProps, 'first'> & { form: QuestionForm };

export function QuestionDialog({ form, asked, ...rest }: Props) {
  const { clock } = useLive();
  const [first] = useState(() => firstStretch(asked, clock.now()));
  const Form = form === 'time' ? TrimForm : AssignTimeForm;
  return <Form asked={asked} first={first} {...rest} />;
}

/** For a person who was never seen: the last hour, or less if the timer is shorter. */
function firstStretch(asked: TimerQuestion, now: number): AnswerFormProps['first'] {
  const { away_to: to } = asked.question;
  const gap = timeInQuestion(asked, now);
  if (gap) return { from: gap.from, to: to ? gap.to : null };
  const since = Date.parse(asked.timer.running_since ?? asked.timer.started_at);
  return { from: Math.floor(Math.max(now - HOUR_MS, (since + now) / 2) / MINUTE_MS) * MINUTE_MS, to: null };
}
