'use client';

import { useState } from 'react';
import { type TimerQuestion, timerQuestions } from '#/components/questions/format-question.ts';
import { HeartbeatSender } from '#/components/questions/heartbeat-sender.ts';
import type { QuestionForm } from '#/components/questions/question-dialog.tsx';
import { useQuietLazyModule } from '#/components/ui/use-quiet-lazy-module.ts';
import { useCurrentTimer, useMay, useServerNow } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';

const STEP_MS = 10_000;
// Most days there is no question.
const CARD_MODULE = new LazyModule(() =>
  import('#/components/questions/question-card.tsx').then((part) => part.QuestionCard),
);

/** A page's features for people who forget a timer: it sends heartbeats, and shows questions. */
export function ForgottenTimerCheck() {
  const { data } = useCurrentTimer();
  const now = useServerNow(STEP_MS);
  const mayAnswer = useMay('timers:write');
  const [filled, setFilled] = useState<{ form: QuestionForm; asked: TimerQuestion } | null>(null);
  const all = data && mayAnswer ? timerQuestions(data, now) : [];
  const isSame = (one: TimerQuestion, other: TimerQuestion) => one.question.id === other.question.id;
  // A form being filled in stays, even if the question is answered elsewhere meanwhile: the server's error says so.
  const asked = filled ? (all.find((one) => isSame(one, filled.asked)) ?? filled.asked) : all[0];
  const QuestionCard = useQuietLazyModule(CARD_MODULE, asked !== undefined);
  return (
    <>
      <HeartbeatSender />
      {asked && QuestionCard && (
        <QuestionCard
          key={asked.question.id}
          asked={asked}
          others={all.filter((one) => !isSame(one, asked)).length}
          form={filled?.form ?? null}
          onForm={(form) => setFilled(form && { form, asked })}
        />
      )}
    </>
  );
}
