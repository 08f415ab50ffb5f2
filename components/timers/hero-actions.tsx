'use client';

import { type ReactNode, useCallback, useMemo } from 'react';
import { useDoubleClickGuard } from '#/components/timers/use-double-click-guard.ts';
import type { TimerActions } from '#/components/timers/use-timer-actions.ts';
import { Button } from '#/components/ui/button.tsx';
import { useIsOffline, useShortcuts, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type HeroActionsProps = { timer: TimerJson; actions: TimerActions; onSwitch: () => void; menu: ReactNode };

/** Switch, pause or resume, stop: by button and by key. */
export function HeroActions({ timer, actions, onSwitch, menu }: HeroActionsProps) {
  const isOffline = useIsOffline();
  const rejection = useStartBlockedReason();
  const isRunning = timer.status === 'running';
  const isSingleClick = useDoubleClickGuard({ fromStart: true });
  // A paused timer takes the place of the stopped one: the second half of a double click must not stop it too.
  const stop = useCallback(() => {
    if (isRunning || isSingleClick()) actions.stop(timer);
  }, [isRunning, isSingleClick, actions, timer]);
  const keys = useMemo(() => {
    return {
      w: rejection ? undefined : onSwitch,
      p: isRunning ? () => actions.pause(timer) : rejection ? undefined : () => actions.resume(timer),
      s: stop,
    };
  }, [rejection, isRunning, timer, actions, onSwitch, stop]);
  useShortcuts(keys);
  const shared = { size: 'lg' } as const;
  const starting = { size: 'lg', disabled: rejection !== null, title: rejection ?? undefined } as const;
  const touch = 'max-md:h-12 max-md:text-[15px]';
  return (
    <div className="max-xl:mt-5">
      <div className="grid grid-cols-[1fr_1fr_auto] items-start gap-2 md:flex">
        <Button
          {...starting}
          icon="switch"
          keyLabel="W"
          aria-keyshortcuts="w"
          className="max-md:hidden"
          onClick={onSwitch}
        >
          Switch
        </Button>
        {isRunning ? (
          <Button
            {...shared}
            icon="pause"
            keyLabel="P"
            aria-keyshortcuts="p"
            className={touch}
            onClick={() => actions.pause(timer)}
          >
            Pause
          </Button>
        ) : (
          <Button
            {...starting}
            variant="go"
            icon="play"
            keyLabel="P"
            aria-keyshortcuts="p"
            className={touch}
            onClick={() => actions.resume(timer)}
          >
            Resume
          </Button>
        )}
        <Button
          {...shared}
          variant={isRunning ? 'ink' : 'outline'}
          icon="stop"
          keyLabel="S"
          aria-keyshortcuts="s"
          className={touch}
          onClick={stop}
        >
          Stop
        </Button>
        {menu}
      </div>
      {(isOffline || (rejection && !isRunning)) && (
        <p className="mt-2 text-xs text-text-3 xl:text-right">{rejection ?? 'Sent when you’re back online'}</p>
      )}
    </div>
  );
}
