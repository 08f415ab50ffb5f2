'use client';

import { Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { useComposeFromLink } from '#/components/composer/compose-from-link.ts';
import { useComposerDraft } from '#/components/composer/composer-draft.ts';
import { EntryDialog } from '#/components/entries/entry-dialog.tsx';
import { EntryList } from '#/components/entries/entry-list.tsx';
import { useEntryRowActions } from '#/components/entries/use-entry-actions.ts';
import { useOpenEntries } from '#/components/entries/use-open-entries.ts';
import { StartNext } from '#/components/timers/start-next.tsx';
import { useStarts } from '#/components/timers/use-starts.ts';
import { useTimerActions } from '#/components/timers/use-timer-actions.ts';
import { DaySection } from '#/components/today/day-section.tsx';
import { TodayHead } from '#/components/today/today-head.tsx';
import { TodayHero } from '#/components/today/today-hero.tsx';
import { WeekBars } from '#/components/today/week-bars.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { awaited, useAwaited } from '#/components/ui/use-awaited.ts';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { dayEntries, hasEarlierDays, withEarlierDays } from '#/lib/client/entries/day-entries.ts';
import { useLatestTimers, useServerNow, useShortcuts, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { draftToContinue } from '#/lib/client/timers/timer-draft.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { CurrentTimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

// Only needed with pomodoros.
const POMODORO = new LazyModule(() =>
  import('#/components/plans/pomodoro-today.tsx').then((part) => part.PomodoroToday),
);

// Most people pause one at a time, which is the hero.
const PAUSED = awaited(() => import('#/components/timers/paused-list.tsx').then((part) => part.PausedList));

// For people who have tracked nothing yet.
const INTRODUCTION_MODULE = new LazyModule(() =>
  import('#/components/timers/how-it-keeps-time.tsx').then((part) => part.HowItKeepsTime),
);

type TodayPageProps = { today: string; current: CurrentTimerJson; list: TimerListJson };

export function TodayPage({ today, current, list: recent }: TodayPageProps) {
  const latest = useLatestTimers(!hasEarlierDays(recent, today)).data;
  const list = useMemo(() => (latest ? withEarlierDays(recent, latest) : recent), [recent, latest]);
  const actions = useTimerActions();
  const rejection = useStartBlockedReason();
  const [isComposing, setComposing] = useState(false);
  // With something to start by number, the keys are more useful than the caret.
  const [takesFocus] = useState(list.timers.length === 0);
  const elsewhere = current.timer ? null : (current.elsewhere ?? null);
  const hero = current.timer ?? (elsewhere ? null : current.paused[0]) ?? null;
  const isRunning = current.timer !== null || elsewhere !== null;
  const paused = current.paused.filter((timer) => timer.id !== hero?.id);
  const PausedList = useAwaited(PAUSED, paused.length > 0);
  const days = dayEntries(list, useServerNow(MINUTE_MS));
  const todays = days.find(({ day }) => day.date === today);
  const hasPomodoro = todays !== undefined && list.timers.some(({ type }) => type === 'pomodoro');
  const PomodoroToday = useLazyModule(POMODORO, hasPomodoro);
  const isBeginning = !hero && !elsewhere && latest !== undefined && list.timers.length === 0;
  const HowItKeepsTime = useLazyModule(INTRODUCTION_MODULE, isBeginning);
  const entries = useOpenEntries();
  const entryActions = useEntryRowActions();
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-entry]');
  const { draft, hasText, setHasText, key, bringBack } = useComposerDraft();
  const onStarts = useMemo(
    () => ({
      start: () => setComposing(false),
      rejected: (text: string) => {
        if (bringBack(text)) setComposing(true);
      },
    }),
    [bringBack],
  );
  const setOpen = useCallback(
    (isOpen: boolean) => {
      setComposing(isOpen);
      if (isOpen) document.querySelector<HTMLElement>('[data-composer]')?.focus();
      else setHasText(false);
    },
    [setHasText],
  );
  const { start, startFromList } = useStarts(actions, isRunning, onStarts);
  const compose = useCallback(() => {
    if (hero) setOpen(true);
    else document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [hero, setOpen]);
  useShortcuts(useMemo(() => ({ n: rejection ? undefined : compose }), [rejection, compose]));
  useComposeFromLink(compose);

  return (
    <>
      <TodayHead today={today} onCompose={hero && compose} onAdd={entryActions.add} />
      <EntryDialog form={entryActions.form} onClose={entryActions.close} />
      <div ref={box} className="mx-auto max-w-[1440px] px-4 pb-8 md:px-8 md:pt-6">
        <TodayHero
          timer={hero}
          elsewhere={elsewhere}
          actions={actions}
          takesFocus={takesFocus}
          composing={{ isOpen: isComposing, hasText, key, draft, setOpen }}
          onDiscard={(timer) => entryActions.actionsFor(timer, undefined).remove()}
          onStart={start}
        />
        {paused.length > 0 && (
          <Suspense>
            <PausedList timers={paused} onResume={actions.resume} onStop={actions.stop} />
          </Suspense>
        )}
        {todays && <DaySection list={list} today={todays} onOpen={entries.reveal} />}
        {list.timers.length === 0 ? (
          <div className="max-w-[680px] not-empty:pb-6">
            <StartNext runningId={null} onStart={startFromList} />
          </div>
        ) : (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_328px]">
            <EntryList
              list={list}
              days={days}
              today={today}
              isOpen={entries.isOpen}
              actionsFor={entryActions.actionsFor}
              onToggle={entries.toggle}
              onContinue={(timer) =>
                timer.status === 'paused' ? actions.resume(timer) : startFromList(draftToContinue(timer))
              }
            />
            <div className="grid content-start gap-6">
              <StartNext runningId={current.timer?.ticket?.id ?? null} onStart={startFromList} />
              <WeekBars list={list} today={today} />
              {hasPomodoro && (
                <div className="min-h-9">
                  {PomodoroToday && <PomodoroToday timers={list.timers} dayStartsAt={todays.day.starts_at} />}
                </div>
              )}
            </div>
          </div>
        )}
        {isBeginning && HowItKeepsTime && <HowItKeepsTime />}
      </div>
    </>
  );
}
