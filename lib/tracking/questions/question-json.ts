import { canUndo, type Question } from '#/lib/tracking/questions/question.ts';
import type { QuestionJson } from '#/lib/tracking/questions/question-schemas.ts';
import { UNDO_MS } from '#/lib/tracking/questions/question-times.ts';

/** A question as the API and the feed write it, at `now`. */
export function questionJson(question: Question, now: Date): QuestionJson {
  const { answeredAt } = question;
  return {
    id: question.id,
    timer_id: question.timerId,
    kind: question.kind,
    away_from: question.awayFrom?.toISOString() ?? null,
    away_to: question.awayTo?.toISOString() ?? null,
    asked_at: question.askedAt.toISOString(),
    times_asked: question.timesAsked,
    snoozed_until: question.snoozedUntil?.toISOString() ?? null,
    answered_at: answeredAt?.toISOString() ?? null,
    answer: question.answer,
    second_timer_id: question.secondTimerId,
    undo_until: answeredAt && canUndo(question, now) ? new Date(+answeredAt + UNDO_MS).toISOString() : null,
    undone_at: question.undoneAt?.toISOString() ?? null,
  };
}
