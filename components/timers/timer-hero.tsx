'use client';

import { useState } from 'react';
import { Composer } from '#/components/timers/composer.tsx';
import { HeroActions } from '#/components/timers/hero-actions.tsx';
import { HeroFacts } from '#/components/timers/hero-facts.tsx';
import { HeroMenu } from '#/components/timers/hero-menu.tsx';
import { HeroState } from '#/components/timers/hero-state.tsx';
import { HeroTitle } from '#/components/timers/hero-title.tsx';
import { SyncMark } from '#/components/timers/sync-mark.tsx';
import { TagList } from '#/components/timers/tag-list.tsx';
import { TimerClock } from '#/components/timers/timer-clock.tsx';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { useIsOffline } from '#/lib/client/use-live.tsx';
import type { Wish } from '#/lib/client/wish.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type TimerHeroProps = {
  timer: TimerJson;
  actions: TimerActions;
  /** The composer below the clock is open, to switch to other work. */
  isComposing: boolean;
  onCompose: (isOpen: boolean) => void;
  onStart: (wish: Wish) => void;
};

/** The timer that runs, or the one that was paused last: what it is, how long, and what can be done with it. */
export function TimerHero({ timer, actions, isComposing, onCompose, onStart }: TimerHeroProps) {
  const isOffline = useIsOffline();
  const [isRetargeting, setRetargeting] = useState(false);
  const isRunning = timer.status === 'running';
  const look = isOffline ? 'unsure' : isRunning ? 'live' : 'still';
  return (
    <section aria-label={isRunning ? 'Running timer' : 'Paused timer'} className="pb-4 md:pb-6">
      <div className="grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_auto]">
        <div className="min-w-0">
          <HeroState timer={timer} />
          <HeroTitle
            timer={timer}
            isDisabled={isOffline}
            onRename={(title, tags) => actions.rename(timer, title, tags)}
          />
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
            <TimerClock timer={timer} look={look} />
            <SyncMark />
          </div>
          <HeroFacts timer={timer} />
          <TagList tags={timer.tags} onRemove={isOffline ? undefined : (tag) => actions.removeTag(timer, tag)} />
        </div>
        <HeroActions
          timer={timer}
          actions={actions}
          onSwitch={() => onCompose(true)}
          menu={
            <HeroMenu
              timer={timer}
              isDisabled={isOffline}
              onRetarget={() => setRetargeting(true)}
              onDiscard={() => actions.discard(timer)}
            />
          }
        />
      </div>
      {isComposing && <Composer label="Switch to" verb="Switch" onWish={onStart} onCancel={() => onCompose(false)} />}
      {isRetargeting && (
        <Composer
          label="Put this timer on"
          verb="Change"
          onWish={(wish) => {
            setRetargeting(false);
            actions.retarget(timer, wish);
          }}
          onCancel={() => setRetargeting(false)}
        />
      )}
    </section>
  );
}
