'use client';

import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { useLive, useStartBlockedReason, useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatDuration, formatWhen } from '#/lib/client/time/format-time.ts';
import { elapsedMs } from '#/lib/client/timers/elapsed.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

type PausedListProps = {
  timers: TimerJson[];
  onResume: (timer: TimerJson) => void;
  onStop: (timer: TimerJson) => void;
};

/** Paused timers, latest first. */
export function PausedList({ timers, onResume, onStop }: PausedListProps) {
  const { mutations } = useLive();
  const style = useTimeStyle();
  const today = useToday();
  const rejection = useStartBlockedReason();
  if (timers.length === 0) return null;
  return (
    <section aria-labelledby="paused" className="border-t border-line py-4">
      <h2 id="paused" className="mb-2 font-semibold">
        Paused
      </h2>
      <ul className="border-t border-line max-md:-mx-4">
        {timers.map((timer) => (
          <li
            key={mutations.keyOf(timer)}
            className="flex min-h-10 items-center gap-3 border-b border-line px-4 last:border-b-0 hover:bg-hover md:px-2"
          >
            <Icon name="paused" className="size-3.5 text-text-2" />
            {timer.ticket && <TicketKey href={timer.ticket.url}>{timer.ticket.key}</TicketKey>}
            <span className="min-w-0 grow truncate">
              {timer.title || <span className="text-text-3">Without a title</span>}
            </span>
            <span className="whitespace-nowrap text-text-3 max-md:hidden">
              since {formatWhen(Date.parse(timer.spans.at(-1)?.ended_at ?? timer.started_at), style, today)}
            </span>
            <span className="text-right font-medium whitespace-nowrap md:w-[88px]">
              {formatDuration(elapsedMs(timer, 0))}
            </span>
            <Button
              size="sm"
              icon="play"
              disabled={rejection !== null}
              title={rejection ?? undefined}
              className="pointer-coarse:h-11"
              aria-label={`Resume ${timerName(timer)}`}
              onClick={() => onResume(timer)}
            >
              Resume
            </Button>
            <Button
              size="sm"
              variant="ghost"
              className="max-md:hidden"
              aria-label={`Stop ${timerName(timer)}`}
              onClick={() => onStop(timer)}
            >
              Stop
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
