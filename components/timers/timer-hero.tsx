'use client';

import { type ReactNode, Suspense } from 'react';
import { TagList } from '#/components/entries/tag-list.tsx';
import { usePlanParts } from '#/components/plans/use-plan-parts.ts';
import { HeroActions } from '#/components/timers/hero-actions.tsx';
import { HeroFacts } from '#/components/timers/hero-facts.tsx';
import { HeroMenu } from '#/components/timers/hero-menu.tsx';
import { HeroState } from '#/components/timers/hero-state.tsx';
import { HeroTitle } from '#/components/timers/hero-title.tsx';
import { SyncMark } from '#/components/timers/sync-mark.tsx';
import { TimerClock } from '#/components/timers/timer-clock.tsx';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import type { TitleEdit } from '#/components/timers/use-title-edit.ts';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type TimerHeroProps = {
  timer: TimerJson;
  actions: TimerActions;
  edit: TitleEdit;
  onSwitch: () => void;
  onRetarget: () => void;
  onDiscard: () => void;
};

/** The running timer, or the last paused one: its subject, its time, and its actions. */
export function TimerHero({ timer, actions, edit, onSwitch, onRetarget, onDiscard }: TimerHeroProps) {
  const isOffline = useIsOffline();
  const needsServer = useNeedsServer();
  const { PlanHero, PlanActions } = usePlanParts(timer.phase !== null);
  const isRunning = timer.status === 'running';
  const appearance = isOffline ? 'unsure' : isRunning ? 'live' : 'still';
  const title = <HeroTitle timer={timer} edit={edit} />;
  const menu = (onRestart?: () => void) => (
    <HeroMenu
      timer={timer}
      onRestart={onRestart}
      onRetarget={needsServer(onRetarget)}
      onDiscard={needsServer(onDiscard)}
    />
  );
  return (
    <div className="grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        {timer.phase ? (
          <Suspense fallback={<PlanRoom timer={timer} title={title} />}>
            <PlanHero timer={timer} phase={timer.phase} title={title} />
          </Suspense>
        ) : (
          <>
            <HeroState timer={timer} />
            {title}
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <TimerClock timer={timer} look={appearance} />
              <SyncMark />
            </div>
            <HeroFacts timer={timer} />
          </>
        )}
        <TagList tags={timer.tags} onRemove={needsServer((tag) => actions.removeTag(timer, tag))} />
      </div>
      {timer.phase ? (
        <Suspense fallback={<div className="h-10 max-xl:mt-5 max-md:h-26" />}>
          <PlanActions timer={timer} phase={timer.phase} actions={actions} onSwitch={onSwitch} menu={menu} />
        </Suspense>
      ) : (
        <HeroActions timer={timer} actions={actions} onSwitch={onSwitch} menu={menu()} />
      )}
    </div>
  );
}

/** The reserved room for a plan, until its component is loaded. */
function PlanRoom({ timer, title }: { timer: TimerJson; title: ReactNode }) {
  return (
    <>
      <div className="invisible">
        <HeroState timer={timer} />
      </div>
      {title}
      <div className="invisible">
        <div className="mt-3">
          <TimerClock timer={timer} look="still" />
        </div>
        <p className="mt-5">&nbsp;</p>
        <HeroFacts timer={timer} />
      </div>
    </>
  );
}
