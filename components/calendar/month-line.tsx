'use client';

import { type CSSProperties, useCallback } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { Icon } from '#/components/ui/icon.tsx';
import { LiveText } from '#/components/ui/live-text.tsx';
import { columnTitle, formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import type { MonthDay, MonthEntry } from '#/lib/client/calendar/month-days.ts';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import { elapsedWithinMs } from '#/lib/client/timers/elapsed.ts';
import { longTimerName } from '#/lib/client/timers/long-timer-name.ts';
import { timerName } from '#/lib/client/timers/timer-name.ts';

type MonthLineProps = { entry: MonthEntry; day: MonthDay['day']; isPale: boolean; onOpen: () => void };

/**
 * One entry of a day: the color of its project, key or title, duration. The keyboard opens the day, which has it as
 * well.
 */
export function MonthLine({ entry, day, isPale, onOpen }: MonthLineProps) {
  const { timer, ms, isLive, tint } = entry;
  const isOffline = useIsOffline();
  const label = `${longTimerName(timer)}, ${columnTitle(day.date)}, ${isLive ? 'running' : formatDuration(ms)}`;
  return (
    <button
      type="button"
      tabIndex={-1}
      title={longTimerName(timer)}
      onClick={onOpen}
      style={{ '--c': `var(--chart-${tint})` } as CSSProperties}
      className={classNames(
        'relative flex h-5.5 w-full shrink-0 items-center gap-1.5 rounded-sm pr-1.5 pl-2.5 text-left text-2xs hover:bg-hover',
        isPale ? 'text-text-3' : 'text-text-2',
        isLive && !isOffline && 'font-medium text-accent',
      )}
    >
      <span className="sr-only">{timer.needs_review ? `${label}, needs review` : label}</span>
      <span
        className={classNames(
          'absolute inset-y-0.5 left-0.5 w-[3px] forced-colors:bg-[CanvasText]',
          edgeOf(isLive, isOffline),
          isPale && 'opacity-50',
        )}
      />
      {timer.needs_review && <Icon name="warning" className="size-3 shrink-0 text-warn" />}
      <span
        aria-hidden="true"
        className={classNames('mr-auto truncate', timer.ticket && 'font-mono tracking-[-0.01em]')}
      >
        {timerName(timer)}
      </span>
      <span aria-hidden="true" className="hidden shrink-0 @min-[116px]:block">
        {isLive ? <LiveLength entry={entry} day={day} /> : formatShortDuration(ms)}
      </span>
    </button>
  );
}

/** Offline it is unknown whether it is still running. */
function edgeOf(isLive: boolean, isOffline: boolean): string {
  if (!isLive) return 'bg-(--c)';
  return isOffline ? 'rail-hatched w-1.5' : 'bg-accent';
}

function LiveLength({ entry: { timer }, day }: Pick<MonthLineProps, 'entry' | 'day'>) {
  const [from, to] = [Date.parse(day.starts_at), Date.parse(day.ends_at)];
  const label = useCallback(
    (now: number) => formatShortDuration(elapsedWithinMs(timer, { from, to }, now)),
    [timer, from, to],
  );
  return <LiveText text={label} />;
}
