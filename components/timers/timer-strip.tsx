'use client';

import { type ReactNode, useMemo } from 'react';
import { COMPOSE_HREF } from '#/components/composer/compose-from-link.ts';
import { useOpenPage } from '#/components/layout/use-open-page.ts';
import { LiveDigits } from '#/components/timers/elapsed-text.tsx';
import type { Elsewhere } from '#/components/timers/elsewhere-timer.tsx';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { useDoubleClickGuard } from '#/components/timers/use-double-click-guard.ts';
import { useTimerActions } from '#/components/timers/use-timer-actions.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { useSwitchWorkspace } from '#/components/workspaces/use-switch-workspace.ts';
import {
  useCurrentTimer,
  useIsOffline,
  useLive,
  useShortcuts,
  useStartBlockedReason,
} from '#/lib/client/live/use-live.tsx';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/**
 * The timer on every page except Today, with its keys: the running one, here or in another workspace, else the last
 * paused one. In the top bar, on a phone above the tab bar.
 */
export function TimerStrip() {
  const { data } = useCurrentTimer();
  const { mutations } = useLive();
  const elsewhere = data?.timer ? null : data?.elsewhere;
  if (elsewhere) return <ElsewhereStrip elsewhere={elsewhere} />;
  const timer = data?.timer ?? data?.paused[0];
  return timer ? <OwnStrip key={mutations.keyOf(timer)} timer={timer} /> : null;
}

function OwnStrip({ timer }: { timer: TimerJson }) {
  const { pause, resume, stop } = useTimerActions();
  const rejection = useStartBlockedReason();
  const openPage = useOpenPage();
  const isSingleClick = useDoubleClickGuard({ fromStart: true });
  const isRunning = timer.status === 'running';
  const keys = useMemo(() => {
    const compose = () => openPage(COMPOSE_HREF);
    const onResume = rejection ? undefined : () => resume(timer);
    return {
      w: rejection ? undefined : compose,
      p: isRunning ? () => pause(timer) : onResume,
      // A paused timer takes the place of the stopped one: the second half of a double click must not stop it too.
      s: () => (isRunning || isSingleClick()) && stop(timer),
    };
  }, [timer, isRunning, rejection, openPage, isSingleClick, pause, resume, stop]);
  useShortcuts(keys);
  const starting = { disabled: rejection !== null, ...(rejection && { title: rejection }) };
  return (
    <Strip timer={timer} label={isRunning ? 'Running timer' : 'Paused timer'}>
      <span className="flex gap-0.5">
        <IconButton icon="switch" label="Switch" aria-keyshortcuts="w" {...starting} onClick={keys.w} />
        {isRunning ? (
          <IconButton icon="pause" label="Pause" aria-keyshortcuts="p" onClick={keys.p} />
        ) : (
          <IconButton icon="play" label="Resume" aria-keyshortcuts="p" {...starting} onClick={keys.p} />
        )}
        <IconButton icon="stop" label="Stop" aria-keyshortcuts="s" onClick={keys.s} />
      </span>
    </Strip>
  );
}

/** It can be paused and stopped only in its workspace. */
function ElsewhereStrip({ elsewhere: { workspace, timer } }: { elsewhere: Elsewhere }) {
  const switchTo = useSwitchWorkspace();
  const isOffline = useIsOffline();
  return (
    <Strip timer={timer} label="Timer in another workspace">
      <button
        type="button"
        disabled={isOffline}
        title={`Go to ${workspace.name}`}
        onClick={() => void switchTo(workspace.id)}
        className="strip-key"
      >
        Go to {workspace.name}
      </button>
    </Strip>
  );
}

function Strip({ timer, label, children }: { timer: TimerJson; label: string; children: ReactNode }) {
  const isOffline = useIsOffline();
  const isRunning = timer.status === 'running';
  const quiet = isRunning ? 'text-text-3' : 'text-text-2';
  return (
    <section data-strip aria-label={label} className="strip">
      <StripIcon isOffline={isOffline} isRunning={isRunning} />
      {timer.ticket && <TicketKey className="md:max-lg:truncate">{timer.ticket.key}</TicketKey>}
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
          isOffline || !isRunning ? quiet : 'text-accent',
        )}
      />
      {children}
    </section>
  );
}

function StripIcon({ isOffline, isRunning }: { isOffline: boolean; isRunning: boolean }) {
  if (isOffline) return <Icon name="offline" className="text-warn" />;
  return <Icon name={isRunning ? 'running' : 'paused'} className={isRunning ? 'text-accent' : 'text-text-2'} />;
}
