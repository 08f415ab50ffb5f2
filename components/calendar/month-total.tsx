'use client';

import { useCallback } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { LiveText } from '#/components/ui/live-text.tsx';
import type { MonthDay } from '#/lib/client/calendar/month-days.ts';
import { dayTotalMs } from '#/lib/client/entries/day-entries.ts';
import { useIsOffline } from '#/lib/client/live/use-live.tsx';

type MonthTotalProps = { days: readonly MonthDay[]; format: (ms: number) => string; className: string };

/** The growing total of days; empty without any time. */
export function MonthTotal({ days, format, className }: MonthTotalProps) {
  const isOffline = useIsOffline();
  const isLive = days.some((day) => day.isLive);
  const formatTotalAt = useCallback((now: number) => format(totalAt(days, now)), [days, format]);
  if (isLive) return <LiveText text={formatTotalAt} className={classNames(className, !isOffline && 'text-accent')} />;
  const total = days.reduce((sum, { totalMs }) => sum + totalMs, 0);
  return total > 0 && <span className={className}>{format(total)}</span>;
}

function totalAt(days: readonly MonthDay[], now: number): number {
  return days.reduce((sum, { isLive, list, day, totalMs }) => sum + (isLive ? dayTotalMs(list, day, now) : totalMs), 0);
}
