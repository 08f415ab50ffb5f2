'use client';

import { useState } from 'react';
import { type AskedQuestion, askedQuestions } from '#/components/questions/format-question.ts';
import { HeartbeatSender } from '#/components/questions/heartbeat-sender.ts';
import type { QuestionForm } from '#/components/questions/question-dialog.tsx';
import { useQuietLate } from '#/components/ui/use-quiet-late.ts';
import { useCurrentTimer, useMay, useServerNow } from '#/lib/client/live/use-live.tsx';
import { Late } from '#/lib/client/offline/late.ts';

const STEP_MS = 10_000;
// Most days there is no question.
const CARD = new Late(() => import('#/components/questions/question-card.tsx').then((part) => part.QuestionCard));

/** A page's features for people who forget a timer: it sends heartbeats, and shows questions. */
export function TimerCare() {
  const { data } = useCurrentTimer();
  const now = useServerNow(STEP_MS);
  const mayAnswer = useMay('timers:write');
  const [filled, setFilled] = useState<{ form: QuestionForm; asked: AskedQuestion } | null>(null);
  const all = data && mayAnswer ? askedQuestions(data, now) : [];
  const isSame = (one: AskedQuestion, other: AskedQuestion) => one.question.id === other.question.id;
  // A form being filled in stays, even if the question is answered elsewhere meanwhile: the server's error says so.
  const asked = filled ? (all.find((one) => isSame(one, filled.asked)) ?? filled.asked) : all[0];
  const QuestionCard = useQuietLate(CARD, asked !== undefined);
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
