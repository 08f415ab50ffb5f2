'use client';

import { formatConnection } from '#/components/layout/sync-line.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useConnection, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatWhen } from '#/lib/client/time/format-time.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Running, paused since when, or offline: a shape and words. On a phone with the connection state. */
export function HeroState({ timer }: { timer: TimerJson | null }) {
  const connection = useConnection();
  const style = useTimeStyle();
  if (connection.kind === 'offline') {
    return (
      <StateLabel
        icon="offline"
        tone="warn"
        note={timer?.status === 'running' ? 'the server is still counting' : undefined}
      >
        Offline
      </StateLabel>
    );
  }
  return (
    <div className="flex items-center justify-between gap-4">
      {timer === null && <StateLabel icon="idle">No timer running</StateLabel>}
      {timer?.status === 'running' && (
        <StateLabel icon="running" tone="live">
          Running
        </StateLabel>
      )}
      {timer?.status === 'paused' && <PausedLabel timer={timer} />}
      <span className="text-text-3 md:hidden">{lowerFirst(formatConnection(connection, style))}</span>
    </div>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function PausedLabel({ timer }: { timer: TimerJson }) {
  const style = useTimeStyle();
  const today = useToday();
  const since = timer.spans.at(-1)?.ended_at;
  return (
    <StateLabel icon="paused">
      {since ? `Paused since ${formatWhen(Date.parse(since), style, today)}` : 'Paused'}
    </StateLabel>
  );
}
