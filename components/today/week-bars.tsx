'use client';

import { useCallback, useMemo } from 'react';
import { classNames } from '#/components/ui/class-names.ts';
import { LiveText } from '#/components/ui/live-text.tsx';
import { isWeekend, weekOf } from '#/lib/client/calendar/calendar.ts';
import { dayTotalMs } from '#/lib/client/entries/day-entries.ts';
import { useIsOffline, useMe, useServerNow } from '#/lib/client/live/use-live.tsx';
import { ofTarget } from '#/lib/client/time/format-target.ts';
import { formatDuration, shortWeekday } from '#/lib/client/time/format-time.ts';
import { HOUR_MS, SECOND_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

const STEP_MS = 15_000;
/** A day of this length fills its bar, unless one of the week is longer. */
const FULL_MS = 8 * HOUR_MS;
/** How far beyond the target of a day its bar extends. */
const BEYOND_TARGET = 1.2;

type Day = TimerListJson['totals']['days'][number];

/**
 * The total of each day of the week, with targets if there are any. Saturday and Sunday are shown when they have time,
 * or one is today.
 */
export function WeekBars({ list, today }: { list: TimerListJson; today: string }) {
  const now = useServerNow(STEP_MS);
  const { day_target_seconds: dayTarget, week_target_seconds: weekTarget, week_start: weekStart } = useMe().user;
  const first = weekOf(today, weekStart);
  const week = useMemo(() => list.totals.days.filter(({ date }) => date >= first), [list, first]);
  const days = week
    .toReversed()
    .map((day) => ({ day, ms: dayTotalMs(list, day, now) }))
    .filter(({ day, ms }) => !isWeekend(day.date) || ms > 0 || day.date === today);
  const targetMs = dayTarget === null ? null : dayTarget * SECOND_MS;
  const scale = Math.max(targetMs === null ? FULL_MS : targetMs * BEYOND_TARGET, ...days.map(({ ms }) => ms));
  const total = useCallback(
    (at: number) =>
      formatDuration(week.reduce((sum, day) => sum + dayTotalMs(list, day, at), 0)) + ofTarget(weekTarget),
    [list, week, weekTarget],
  );
  const isRunning = list.timers.some((timer) => timer.status === 'running');
  return (
    <section aria-labelledby="this-week">
      <div className="mb-2 flex h-6 items-center justify-between">
        <h2 id="this-week" className="font-semibold">
          This week
        </h2>
        <LiveText text={total} className="text-text-3" />
      </div>
      <ul>
        {days.map(({ day, ms }) => (
          <DayBar
            key={day.date}
            list={list}
            day={day}
            share={ms / scale}
            targetShare={targetMs === null ? null : targetMs / scale}
            isToday={day.date === today}
            isLive={day.date === today && isRunning}
            isEmpty={ms === 0}
          />
        ))}
      </ul>
    </section>
  );
}

type DayBarProps = {
  list: TimerListJson;
  day: Day;
  share: number;
  /** The position of the day's target; null without one. */
  targetShare: number | null;
  isToday: boolean;
  isLive: boolean;
  isEmpty: boolean;
};

function DayBar({ list, day, share, targetShare, isToday, isLive, isEmpty }: DayBarProps) {
  const total = useCallback((at: number) => formatDuration(dayTotalMs(list, day, at)), [list, day]);
  const isOffline = useIsOffline();
  const weight = isToday ? 'font-semibold text-text' : 'text-text-2';
  return (
    <li className="grid h-6 grid-cols-[28px_1fr_72px] items-center gap-2 text-xs">
      <span className={weight}>{shortWeekday(day.date)}</span>
      <span className="relative h-2 rounded-xs bg-seq-0" aria-hidden="true">
        <span
          className={classNames(
            'absolute inset-y-0 left-0 rounded-xs',
            isLive ? (isOffline ? 'bg-text-3' : 'bg-accent') : isToday ? 'bg-span-edge' : 'bg-span',
          )}
          style={{ width: `${share * 100}%` }}
        />
        {targetShare !== null && (
          <span className="absolute -inset-y-0.5 border-l border-text" style={{ left: `${targetShare * 100}%` }} />
        )}
      </span>
      <span className={classNames('text-right whitespace-nowrap', weight)}>
        {isEmpty ? '–' : <LiveText text={total} />}
      </span>
    </li>
  );
}
