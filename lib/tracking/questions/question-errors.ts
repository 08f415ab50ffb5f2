import { AppError } from '#/lib/core/errors.ts';
import type { Question } from '#/lib/tracking/questions/question.ts';
import { questionJson } from '#/lib/tracking/questions/question-json.ts';
import { UNDO_DAYS } from '#/lib/tracking/questions/question-times.ts';
import type { Timer } from '#/lib/tracking/timers/timer.ts';
import { timerJson } from '#/lib/tracking/timers/timer-json.ts';

/** 409 with the first answer, and the timer after it. */
export function questionAnswered(question: Question, timer: Timer, now: Date): AppError {
  return new AppError('question_answered', {
    detail:
      question.answer === 'moot'
        ? 'The timer was stopped or paused before this was answered. There’s nothing left to decide.'
        : 'This has already been answered, perhaps on another device. Look at the timer.',
    extra: { question: questionJson(question, now), current: timerJson(timer, now) },
  });
}

/** 409: there is no answer to undo, it is too late, or the timer has been changed since. */
export function notUndoable(question: Question, timer: Timer, now: Date): AppError {
  return new AppError('answer_not_undoable', {
    detail: `This can’t be undone: it changed no time, is older than ${UNDO_DAYS} days, or the time has changed since. Edit the timer instead.`,
    extra: { question: questionJson(question, now), current: timerJson(timer, now) },
  });
}

/** 400: no time of the timer would be left, or none is removed. */
export function trimOutside(): AppError {
  const detail = 'must be inside the time of the timer, with time before it';
  return new AppError('trim_outside', {
    detail: `The instant ${detail}. Discard the timer to remove all of it.`,
    fields: [{ pointer: '/at', detail }],
  });
}

/** 400: the owner was never seen, so only they know when they stopped. */
export function trimNeedsInstant(): AppError {
  return new AppError('trim_needs_instant', {
    fields: [{ pointer: '/at', detail: 'is required here' }],
  });
}
