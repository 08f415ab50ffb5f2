'use client';

import { useCallback, useMemo, useState } from 'react';
import { PageHead } from '#/components/layout/page-head.tsx';
import { DaySection } from '#/components/timers/day-section.tsx';
import { EntryList } from '#/components/timers/entry-list.tsx';
import { HowItKeepsTime } from '#/components/timers/how-it-keeps-time.tsx';
import { IdleHero } from '#/components/timers/idle-hero.tsx';
import { PausedList } from '#/components/timers/paused-list.tsx';
import { StartNext } from '#/components/timers/start-next.tsx';
import { TimerHero } from '#/components/timers/timer-hero.tsx';
import { useOpenEntries } from '#/components/timers/use-open-entries.ts';
import { useStarts } from '#/components/timers/use-starts.ts';
import { useTimerActions } from '#/components/timers/use-timer-actions.ts';
import { WeekBars } from '#/components/timers/week-bars.tsx';
import { Button } from '#/components/ui/button.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { weekNumber } from '#/lib/client/calendar.ts';
import { dayEntries } from '#/lib/client/day-entries.ts';
import { dayTitle } from '#/lib/client/time-words.ts';
import { useLive, useMe, useServerNow, useShortcuts, useStartRefusal } from '#/lib/client/use-live.tsx';
import { wishToContinue } from '#/lib/client/wish.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { CurrentTimerJson, TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** From here on a person knows how it keeps time. */
const BEGINNER_TIMERS = 3;

type TodayPageProps = { today: string; current: CurrentTimerJson; list: TimerListJson };

export function TodayPage({ today, current, list }: TodayPageProps) {
  const actions = useTimerActions();
  const { presses } = useLive();
  const { week_start: weekStart } = useMe().user;
  const refusal = useStartRefusal();
  const [isComposing, setComposing] = useState(false);
  // Where there is something to start by number, the keys are worth more than the caret.
  const [takesFocus] = useState(list.timers.length === 0);
  const hero = current.timer ?? current.paused[0] ?? null;
  const isRunning = current.timer !== null;
  const days = dayEntries(list, useServerNow(MINUTE_MS));
  const todays = days.find(({ day }) => day.date === today);
  const entries = useOpenEntries();
  const closeComposer = useCallback(() => setComposing(false), []);
  const { start, startFromList } = useStarts(actions, isRunning, closeComposer);
  const compose = useCallback(() => {
    if (hero) setComposing(true);
    else document.querySelector<HTMLElement>('[data-composer]')?.focus();
  }, [hero]);
  useShortcuts(useMemo(() => ({ n: refusal ? undefined : compose }), [refusal, compose]));

  return (
    <>
      <PageHead title={dayTitle(today)} facts={`Week ${weekNumber(today, weekStart)}`}>
        {hero && (
          <>
            <Button
              variant="soft"
              icon="play"
              keyHint="N"
              disabled={refusal !== null}
              title={refusal ?? undefined}
              className="max-md:hidden"
              onClick={compose}
            >
              New timer
            </Button>
            <IconButton
              icon="plus"
              label="New timer"
              disabled={refusal !== null}
              className="size-10 md:hidden"
              onClick={compose}
            />
          </>
        )}
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pb-8 md:px-8 md:pt-6">
        {hero ? (
          <TimerHero
            // Half-done edits belong to the timer they were begun on.
            key={presses.keyOf(hero)}
            timer={hero}
            actions={actions}
            isComposing={isComposing}
            onCompose={setComposing}
            onStart={start}
          />
        ) : (
          <IdleHero takesFocus={takesFocus} onStart={start} />
        )}
        <PausedList
          timers={current.paused.filter((timer) => timer.id !== hero?.id)}
          onResume={actions.resume}
          onStop={actions.stop}
        />
        {todays && <DaySection list={list} today={todays} onOpen={entries.reveal} />}
        {list.timers.length > 0 && (
          <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_328px]">
            <EntryList
              list={list}
              days={days}
              today={today}
              openIds={entries.openIds}
              onToggle={entries.toggle}
              onContinue={(timer) =>
                timer.status === 'paused' ? actions.resume(timer) : startFromList(wishToContinue(timer))
              }
            />
            <div className="grid content-start gap-6">
              <StartNext runningTicketId={current.timer?.ticket?.id ?? null} onStart={startFromList} />
              <WeekBars list={list} today={today} />
            </div>
          </div>
        )}
        {!hero && list.timers.length < BEGINNER_TIMERS && <HowItKeepsTime />}
      </div>
    </>
  );
}
