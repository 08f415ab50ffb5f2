import type { IconName } from '#/components/ui/icon.tsx';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { formatDuration, formatRange, formatWhen } from '#/lib/client/time/format-time.ts';
import { styleOf, type TimeStyle } from '#/lib/client/time/time-style.ts';
import { elapsedMs, elapsedWithinMs } from '#/lib/client/timers/elapsed.ts';
import { ASK_AGAIN_MS } from '#/lib/tracking/questions/question-times.ts';
import type { CurrentTimerJson, TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type QuestionJson = CurrentTimerJson['questions'][number];
/** A question with its timer. */
export type TimerQuestion = { question: QuestionJson; timer: TimerJson };

/** An answer by one click, or one that needs a time first. */
export type Choice = {
  does: 'trim_stop' | 'trim_continue' | 'keep' | 'time';
  key: string;
  icon: IconName;
  title: string;
  about: string;
  /** The rest of the timer; null while undecided. */
  leftMs: number | null;
};

const OTHER_TIME_CHOICE: Choice = {
  does: 'time',
  key: 'O',
  icon: 'pencil',
  title: 'Trim to another time',
  about: 'Enter when you stopped',
  leftMs: null,
};

/** The result of keeping all time. */
const KEEP_EXPLANATIONS: Record<QuestionJson['kind'], string> = {
  long_run: `Keeps everything and asks again in ${formatDuration(ASK_AGAIN_MS)}`,
  after_hours: 'Keeps everything and continues',
  absence: 'It was work',
  capped: 'It was work',
};

/** Those to be shown now, oldest first; a snoozed one waits, and none is shown without its timer. */
export function timerQuestions(current: CurrentTimerJson, serverNow: number): TimerQuestion[] {
  const timers = [current.timer, ...current.paused];
  return current.questions.flatMap((question) => {
    const timer = timers.find((one) => one?.id === question.timer_id);
    const isLater = question.snoozed_until !== null && Date.parse(question.snoozed_until) > serverNow;
    return timer && !isLater ? [{ question, timer }] : [];
  });
}

export function questionTitle({ question, timer }: TimerQuestion, style: TimeStyle): string {
  const { away_from: from, away_to: to } = question;
  if (question.kind === 'absence' && from && to)
    return `Away ${formatRange(Date.parse(from), Date.parse(to), style)} – was it work?`;
  if (question.kind === 'after_hours') return 'Your working hours are over – still working?';
  const length = formatDuration(elapsedMs(timer, Date.parse(question.asked_at)));
  return `Your timer has been running for ${length} – still working?`;
}

/** What is known about the person's presence. */
export function formatWhereabouts({ question }: TimerQuestion, style: TimeStyle, today: string): string {
  const { away_from: from, away_to: to } = question;
  if (!from) return 'You haven’t been seen here since it started.';
  if (question.kind === 'absence' && to)
    return `It ran for ${formatDuration(Date.parse(to) - Date.parse(from))} with none of your pages open.`;
  return `You were last seen here at ${formatWhen(Date.parse(from), style, today)}.`;
}

/** The time in question: since they were last seen, until they returned, or now. Null if they were never seen. */
export function timeInQuestion({ question }: TimerQuestion, serverNow: number): { from: number; to: number } | null {
  const { away_from: from, away_to: to } = question;
  return from ? { from: Date.parse(from), to: to ? Date.parse(to) : Math.max(serverNow, Date.parse(from)) } : null;
}

/** Answers by one click, likeliest first. */
export function choicesOf(asked: TimerQuestion, serverNow: number, style: TimeStyle): Choice[] {
  const { question, timer } = asked;
  const gap = timeInQuestion(asked, serverNow);
  const all = elapsedMs(timer, serverNow);
  const isAbsence = question.kind === 'absence';
  const keep: Choice = {
    does: 'keep',
    key: 'K',
    icon: 'play',
    title: isAbsence ? 'Keep it all' : 'Still working',
    about: KEEP_EXPLANATIONS[question.kind],
    leftMs: all,
  };
  const before = gap && elapsedWithinMs(timer, { from: -Infinity, to: gap.from }, serverNow);
  if (!gap) return [OTHER_TIME_CHOICE, keep];
  // Without any time before it no timer would be left.
  if (!before) return [keep];
  const at = formatWhen(gap.from, style, dayOf(gap.to, style));
  const trim: Choice = {
    does: 'trim_stop',
    key: 'T',
    icon: 'spans',
    title: `Trim to ${at} and stop`,
    about: `Removes the ${formatDuration(all - before)} after ${isAbsence ? 'you left' : 'you were last seen'}`,
    leftMs: before,
  };
  const taken = elapsedWithinMs(timer, gap, serverNow);
  const continueWorking: Choice = {
    does: 'trim_continue',
    key: 'C',
    icon: 'pause',
    title: 'Trim and continue',
    about: `Removes ${formatRange(gap.from, gap.to, style)}, then continues`,
    leftMs: all - taken,
  };
  return isAbsence ? [continueWorking, trim, keep] : [trim, keep, continueWorking];
}

function dayOf(instant: number, style: TimeStyle): string {
  return dayIn(styleOf(style), instant);
}
