'use client';

import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { ChoiceRow } from '#/components/questions/choice-row.tsx';
import {
  type Choice,
  choicesOf,
  formatWhereabouts,
  questionTitle,
  type TimerQuestion,
} from '#/components/questions/format-question.ts';
import { type AnswerBody, questionAnswers } from '#/components/questions/question-answers.ts';
import { QuestionDialog, type QuestionForm } from '#/components/questions/question-dialog.tsx';
import { QuestionRail } from '#/components/questions/question-rail.tsx';
import { useFocusAfter } from '#/components/questions/use-focus-after.ts';
import { useToastOffset } from '#/components/questions/use-toast-offset.ts';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { DOUBLE_CLICK_MS } from '#/components/timers/use-double-click-guard.ts';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import {
  useIsOffline,
  useLive,
  useMe,
  useServerNow,
  useShortcuts,
  useTimeStyle,
  useToday,
} from '#/lib/client/live/use-live.tsx';
import { UNDO_DAYS } from '#/lib/tracking/questions/question-times.ts';

const STEP_MS = 10_000;
const CLASS_NAME =
  'fixed z-30 grid animate-rise overflow-y-auto border border-line bg-surface text-text shadow-dialog outline-none ' +
  'inset-x-0 bottom-[calc(env(safe-area-inset-bottom)+56px)] max-h-[calc(100dvh-160px)] rounded-t-lg p-4 ' +
  'md:inset-x-auto md:right-6 md:bottom-6 md:max-h-[calc(100dvh-104px)] md:w-[528px] md:rounded-lg md:p-6';

const OTHER_CHOICES = [
  ['O', 'O', 'Another time…'],
  ['X', 'X', 'Other ticket…'],
  ['S', 'S', 'Stop now'],
  ['ESCAPE', 'Esc', 'Later'],
] as const;

type Props = {
  asked: TimerQuestion;
  /** How many more are queued behind it. */
  others: number;
  /** The form being filled in. */
  form: QuestionForm | null;
  onForm: (form: QuestionForm | null) => void;
};
type AnswerAction = AnswerBody['action'] | 'later';

/**
 * A question to a person about their timer. It floats over every page until it is answered, takes no focus and blocks
 * nothing; Q goes to it, and its own keys answer.
 */
export function QuestionCard({ asked, others, form, onForm }: Props) {
  const live = useLive();
  const style = useTimeStyle();
  const isOffline = useIsOffline();
  const now = useServerNow(STEP_MS);
  const today = useToday();
  const box = useRef<HTMLElement>(null);
  const [busy, setBusy] = useState<AnswerAction | null>(null);
  const { single_keys: hasKeys } = useMe().user;
  const isSettled = useIsSettled();
  const isHeld = isOffline || busy !== null;
  const answers = useMemo(() => questionAnswers(live, style), [live, style]);
  const { question, timer } = asked;
  const title = questionTitle(asked, style);
  const choices = choicesOf(asked, now, style);
  useAnnounced(hasKeys && !isOffline ? `${title} Press Q to answer.` : title, `${question.id} ${question.times_asked}`);
  useFocusAfter(box);
  useToastOffset(box);
  useShortcuts(useMemo(() => ({ q: () => box.current?.querySelector('button')?.focus() }), []));

  /** One action at a time. Rejects as it does. */
  const whileBusy = async (action: AnswerAction, run: () => Promise<void>) => {
    setBusy(action);
    try {
      await run();
    } finally {
      setBusy(null);
    }
  };
  const act = (action: AnswerAction, run: () => Promise<void>) => void whileBusy(action, run).catch(answers.rejected);
  const answer = (body: AnswerBody) => answers.answer(asked, body);
  const choose = (does: Choice['does'] | 'stop') =>
    does === 'time' ? onForm('time') : act(does, () => answer({ action: does }));
  const actions = {
    O: () => onForm('time'),
    X: () => onForm('split'),
    S: () => choose('stop'),
    ESCAPE: () => act('later', () => answers.later(asked)),
  };
  const click = (run: () => void) => () => {
    if (isSettled && !isHeld) run();
  };
  const handleKey = (event: KeyboardEvent) => {
    // In its form keys are letters, and after G they lead to another page.
    const isInForm = event.target instanceof Element && event.target.closest('dialog') !== null;
    if (isInForm || live.shortcuts.isWaiting(event.timeStamp)) return;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toUpperCase();
    const choice = choices.find((one) => one.key === key);
    const other = key in actions ? actions[key as keyof typeof actions] : undefined;
    if (!choice && !other) return;
    event.preventDefault();
    if (isHeld) return;
    if (choice) choose(choice.does);
    else other?.();
  };
  return (
    <section ref={box} aria-label={title} onKeyDown={handleKey} tabIndex={-1} className={CLASS_NAME}>
      <div className="flex items-baseline gap-3">
        <h2 className="text-base font-semibold md:text-lg">{title}</h2>
        {others > 0 && <span className="ml-auto whitespace-nowrap text-text-3">1 of {others + 1}</span>}
      </div>
      <p className="mt-1 text-text-2 wrap-anywhere">
        {timer.ticket && <TicketKey>{timer.ticket.key}</TicketKey>} {timer.title && `${timer.title}. `}
        {formatWhereabouts(asked, style, today)}
      </p>
      <QuestionRail asked={asked} serverNow={now} style={style} />
      <div className={classNames('grid gap-2', isOffline && 'text-text-3')}>
        {choices.map((choice, index) => (
          <ChoiceRow
            key={choice.does}
            choice={choice}
            isFirst={index === 0}
            isBusy={busy === choice.does}
            isHeld={isHeld || !isSettled}
            onChoose={click(() => choose(choice.does))}
          />
        ))}
      </div>
      <div className="mt-3 -ml-2 flex flex-wrap gap-x-1">
        {OTHER_CHOICES.map(
          ([key, hint, label]) =>
            (key !== 'O' || choices[0]?.does !== 'time') && (
              <Button
                key={key}
                variant="ghost"
                size="sm"
                keyLabel={hint}
                aria-keyshortcuts={key === 'ESCAPE' ? 'Escape' : key}
                aria-disabled={isHeld || !isSettled}
                onClick={click(actions[key])}
                className={classNames('px-2 pointer-coarse:h-11', isOffline && 'text-text-3')}
              >
                {label}
              </Button>
            ),
        )}
      </div>
      <p className={classNames('mt-2 text-xs text-text-3', !isOffline && 'max-md:hidden')}>
        {isOffline ? 'Answer when you’re back online.' : `You can undo a trim for ${UNDO_DAYS} days, under Settings.`}
      </p>
      {form && (
        <QuestionDialog
          form={form}
          asked={asked}
          onAnswer={(body) => whileBusy(body.action, () => answer(body))}
          onClose={() => onForm(null)}
        />
      )}
    </section>
  );
}

/** Announces text politely, once for each `time`. */
function useAnnounced(label: string, time: string): void {
  const { announcer } = useLive();
  const announced = useRef('');
  useEffect(() => {
    if (announced.current === time) return;
    announced.current = time;
    announcer.announce(label);
  }, [announcer, label, time]);
}

/** False while a click may be the second half of one on what was here before. */
function useIsSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timeout = setTimeout(() => setSettled(true), DOUBLE_CLICK_MS);
    return () => clearTimeout(timeout);
  }, []);
  return isSettled;
}
