'use client';

import { useRouter } from 'next/navigation';
import { useMemo } from 'react';
import { COMPOSE_HREF } from '#/components/timers/compose-on-arrival.ts';
import { LiveDigits } from '#/components/timers/elapsed-text.tsx';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { timerName, useTimerActions } from '#/components/timers/use-timer-actions.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { useCurrentTimer, useIsOffline, useShortcuts, useStartRefusal } from '#/lib/client/use-live.tsx';

/** The running timer on every page but Today, with its keys: in the top bar, on a phone above the bar at the bottom. */
export function TimerStrip() {
  const { data } = useCurrentTimer();
  const { pause, stop } = useTimerActions();
  const isOffline = useIsOffline();
  const refusal = useStartRefusal();
  const router = useRouter();
  const timer = data?.timer;
  useShortcuts(
    useMemo(() => {
      if (!timer) return {};
      return {
        w: refusal ? undefined : () => router.push(COMPOSE_HREF),
        p: () => pause(timer),
        s: () => stop(timer),
      };
    }, [timer, refusal, router, pause, stop]),
  );
  if (!timer) return null;
  return (
    <section
      aria-label="Running timer"
      className="flex h-8 min-w-0 items-center gap-2.5 rounded-md border border-line bg-surface pr-1 pl-3 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(env(safe-area-inset-bottom)+56px)] max-md:z-20 max-md:h-12 max-md:rounded-none max-md:border-x-0 max-md:border-b-0"
    >
      <Icon name={isOffline ? 'offline' : 'running'} className={isOffline ? 'text-warn' : 'text-accent'} />
      {timer.ticket && <TicketKey>{timer.ticket.key}</TicketKey>}
      <span
        title={timer.title || undefined}
        className={classNames(
          'max-w-[220px] truncate text-text-2 md:max-lg:max-w-[120px]',
          timer.ticket && 'md:max-xl:hidden',
        )}
      >
        {timer.title || (!timer.ticket && timerName(timer))}
      </span>
      <LiveDigits
        timer={timer}
        className={classNames(
          'ml-auto min-w-14 text-right text-base font-semibold',
          isOffline ? 'text-text-3' : 'text-accent',
        )}
      />
      <span className="flex gap-0.5">
        <IconButton
          icon="switch"
          label="Switch"
          aria-keyshortcuts="w"
          disabled={refusal !== null}
          onClick={() => router.push(COMPOSE_HREF)}
        />
        <IconButton icon="pause" label="Pause" aria-keyshortcuts="p" onClick={() => pause(timer)} />
        <IconButton icon="stop" label="Stop" aria-keyshortcuts="s" onClick={() => stop(timer)} />
      </span>
    </section>
  );
}
