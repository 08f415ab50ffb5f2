'use client';

import { useCallback } from 'react';
import { LiveText } from '#/components/ui/live-text.tsx';
import { dayTotalMs } from '#/lib/client/entries/day-entries.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Day = TimerListJson['totals']['days'][number];

/** The growing total of a day. */
export function LiveTotal({ list, day, className }: { list: TimerListJson; day: Day; className: string }) {
  const formatTotal = useCallback(
    (now: number) => {
      const total = dayTotalMs(list, day, now);
      return total > 0 ? formatDuration(total) : '–';
    },
    [list, day],
  );
  return <LiveText text={formatTotal} className={className} />;
}
