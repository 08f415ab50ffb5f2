'use client';

import { SyncMark } from '#/components/timers/sync-mark.tsx';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { TimerClock } from '#/components/timers/timer-clock.tsx';
import { Button } from '#/components/ui/button.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useSwitchWorkspace } from '#/components/workspaces/use-switch-workspace.ts';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { CurrentTimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

export type Elsewhere = NonNullable<CurrentTimerJson['elsewhere']>;

/** The timer in another workspace: its time, and a link to it. */
export function ElsewhereTimer({ elsewhere: { workspace, timer } }: { elsewhere: Elsewhere }) {
  const isOffline = useIsOffline();
  const switchTo = useSwitchWorkspace();
  return (
    <div className="grid gap-x-8 xl:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <StateLabel icon={isOffline ? 'offline' : 'running'} tone={isOffline ? 'warn' : 'live'}>
          Running in {workspace.name}
        </StateLabel>
        <p className="mt-1.5 flex min-h-7 flex-wrap items-baseline gap-x-3 max-md:mt-2">
          {timer.ticket && <TicketKey className="text-base/5 font-medium">{timer.ticket.key}</TicketKey>}
          <span className="min-w-0 text-lg font-semibold tracking-[-0.005em] wrap-anywhere md:text-xl">
            {timer.title || (!timer.ticket && timerName(timer))}
          </span>
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <TimerClock timer={timer} look={isOffline ? 'unsure' : 'live'} />
          <SyncMark />
        </div>
      </div>
      <div className="max-xl:mt-5">
        <Button
          size="lg"
          icon="switch"
          disabled={isOffline}
          className="max-w-full max-md:h-12 max-md:w-full max-md:text-[15px]"
          onClick={() => void switchTo(workspace.id)}
        >
          <span className="truncate">Go to {workspace.name}</span>
        </Button>
      </div>
    </div>
  );
}
