import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { newId } from '#/lib/core/ids.ts';
import { flagClosed } from '#/lib/tracking/closing/flag-closed.ts';
import { scheduleTimerWakeups } from '#/lib/tracking/deadlines/timer-wakeups.ts';
import type { AnswerQuestionInput } from '#/lib/tracking/questions/answer-schemas.ts';
import { closeStillWorking } from '#/lib/tracking/questions/close-questions.ts';
import {
  beforeOf,
  type Question,
  type Trimmed,
  trimmedAndStopped,
  trimmedMs,
  withoutGap,
} from '#/lib/tracking/questions/question.ts';
import { questionAnswered, trimNeedsInstant, trimOutside } from '#/lib/tracking/questions/question-errors.ts';
import { updateQuestion } from '#/lib/tracking/questions/question-store.ts';
import { recordAnswer } from '#/lib/tracking/questions/record-answer.ts';
import { withQuestion } from '#/lib/tracking/questions/with-question.ts';
import { applyAction } from '#/lib/tracking/timers/apply-action.ts';
import { assertNotFuture } from '#/lib/tracking/timers/assert-time.ts';
import { preservedZones } from '#/lib/tracking/timers/correction.ts';
import { resolveSubject } from '#/lib/tracking/timers/resolve-subject.ts';
import { saveChange, saveNew } from '#/lib/tracking/timers/save-timer.ts';
import type { Stretch, Timer } from '#/lib/tracking/timers/timer.ts';

export type Answered = { question: Question; timer: Timer; second: Timer | null; now: Date };
type Change = { timer: Timer; second: Timer | null };

/**
 * Answers a question about the actor's own timer: once, by whichever device is first.
 * @throws AppError 409 `question_answered` with the answer and the timer; 400 `trim_outside`, `trim_needs_instant`,
 * `time_in_future`; 404 for an unknown ticket
 */
export function answerQuestion(ctx: Ctx, id: string, input: AnswerQuestionInput): Promise<Answered> {
  return withQuestion(ctx, id, async (ctx, question, timer, now) => {
    if (question.answeredAt) throw questionAnswered(question, timer, now);
    const answered: Question = { ...question, answer: input.action, answeredAt: now };
    // Closed before the timer changes, which closes any other open questions.
    await updateQuestion(ctx.tx, answered);
    const { timer: after, second } = await apply(ctx, { question, timer, input }, now);
    const done = {
      ...answered,
      ...undoFacts(timer, after, second),
      trimmedMs: trimmedBy(input.action, timer, after, now),
    };
    if (done.before) await updateQuestion(ctx.tx, done);
    await recordAnswer(ctx, after, { before: question, after: done }, now);
    if (after.status === 'running') await continueTimer(ctx, after, now);
    return { question: done, timer: after, second, now };
  });
}

/** A split removes no time: what it cuts out goes to another timer. */
function trimmedBy(action: AnswerQuestionInput['action'], before: Timer, after: Timer, now: Date): number | null {
  return action === 'trim_stop' || action === 'trim_continue' ? trimmedMs(before, after, now) : null;
}

function undoFacts(before: Timer, after: Timer, second: Timer | null) {
  if (after.version === before.version) return { before: null, versionAfter: null, secondTimerId: null };
  return { before: beforeOf(before), versionAfter: after.version, secondTimerId: second?.id ?? null };
}

type AnsweredPrompt = { question: Question; timer: Timer; input: AnswerQuestionInput };

async function apply(ctx: TxCtx, target: AnsweredPrompt, now: Date): Promise<Change> {
  const { timer, input } = target;
  switch (input.action) {
    case 'keep':
      return { timer, second: null };
    case 'stop':
      return { ...(await applyAction(ctx, timer, { kind: 'stop', reason: 'stopped' }, now)), second: null };
    case 'trim_stop': {
      const trimmed = trimmedAndStopped(timer, startOf(target, now), newId);
      if (!trimmed) throw trimOutside();
      const after = await flagClosed(ctx, timer, trimmed.timer, now);
      const saved = await saveChange(ctx, timer, after, 'timer.stopped', now, 'trimmed');
      return { timer: saved, second: null };
    }
    case 'trim_continue':
      return { timer: (await cutOut(ctx, target, now)).timer, second: null };
    case 'split': {
      const trimmed = await cutOut(ctx, target, now);
      return { timer: trimmed.timer, second: await giveAway(ctx, target, trimmed.cut, now) };
    }
  }
}

async function cutOut(ctx: TxCtx, target: AnsweredPrompt, now: Date): Promise<Trimmed> {
  const { question, timer, input } = target;
  const from = startOf(target, now);
  const to = input.to ?? question.awayTo ?? now;
  assertNotFuture([{ at: to, pointer: '/to' }], now);
  const trimmed = from < to ? withoutGap(timer, { from, to }, newId) : null;
  if (!trimmed) throw trimOutside();
  const after = await flagClosed(ctx, timer, trimmed.timer, now);
  return { ...trimmed, timer: await saveChange(ctx, timer, after, 'timer.corrected', now, 'trimmed') };
}

function startOf({ question, input }: AnsweredPrompt, now: Date): Date {
  const at = input.at ?? question.awayFrom;
  if (!at) throw trimNeedsInstant();
  assertNotFuture([{ at, pointer: '/at' }], now);
  return at;
}

/** A separate stopped timer with the time that was cut out. */
async function giveAway(ctx: TxCtx, { timer, input }: AnsweredPrompt, cut: Stretch[], now: Date): Promise<Timer> {
  const subject = await resolveSubject(ctx, input);
  const spans = cut.map((stretch) => ({
    id: newId(),
    ...stretch,
    ...preservedZones(timer.spans, stretch),
    origin: 'corrected' as const,
  }));
  const second: Timer = {
    ...timer,
    ...subject,
    id: newId(),
    type: 'manual',
    plan: null,
    expectedEndAt: null,
    title: input.title || subject.ticket?.title || '',
    tags: [],
    status: 'stopped',
    endReason: 'stopped',
    startedAt: spans[0]?.startedAt ?? now,
    endedAt: spans.at(-1)?.endedAt ?? now,
    needsReview: false,
    createdAt: now,
    updatedAt: now,
    version: 1,
    lastSeenAt: null,
    spans,
  };
  const flagged = await flagClosed(ctx, null, second, now);
  await saveNew(ctx, flagged, 'timer.corrected', now, 'split');
  return flagged;
}

/** The work continues; the next question comes later. */
async function continueTimer(ctx: TxCtx, timer: Timer, now: Date): Promise<void> {
  await closeStillWorking(ctx, timer, now);
  await scheduleTimerWakeups(ctx, timer, now);
}
