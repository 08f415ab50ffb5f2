'use client';

import { useCallback } from 'react';
import { DayRail } from '#/components/today/day-rail.tsx';
import { layOutDay } from '#/components/today/day-rail-layout.ts';
import { LiveText } from '#/components/ui/live-text.tsx';
import { useLazyModule } from '#/components/ui/use-lazy-module.ts';
import { type DayEntries, dayCount, dayTotalMs } from '#/lib/client/entries/day-entries.ts';
import { useIsOffline, useMe, useServerNow, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { LazyModule } from '#/lib/client/offline/lazy-module.ts';
import { ofTarget } from '#/lib/client/time/format-target.ts';
import { counted, formatDuration, timeOfDay } from '#/lib/client/time/format-time.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

// Few days have more timers than a page of the list.
const WHOLE_DAY_MODULE = new LazyModule(() =>
  import('#/components/today/whole-day-rail.tsx').then((part) => part.WholeDayRail),
);

/** The rail moves a fifth of a pixel in this time. */
const RAIL_STEP_MS = 5_000;

type DaySectionProps = { list: TimerListJson; today: DayEntries; onOpen: (timerId: string) => void };

/** The total of the day and its rail. */
export function DaySection({ list, today, onOpen }: DaySectionProps) {
  const style = useTimeStyle();
  const now = useServerNow(RAIL_STEP_MS);
  const { day, entries } = today;
  const { day_target_seconds: target, working_hours: workingHours } = useMe().user;
  const total = useCallback((at: number) => formatDuration(dayTotalMs(list, day, at)), [list, day]);
  const first = entries.at(-1);
  const count = dayCount(list, today);
  const isPartial = count > entries.length;
  const WholeDayRail = useLazyModule(WHOLE_DAY_MODULE, isPartial);
  const rail = { style, serverNow: now, isUnsure: useIsOffline(), onOpen };
  return (
    <section aria-label="The day" className="border-t border-line py-4 max-md:-mx-4 max-md:px-4 md:pt-6 md:pb-3">
      <div className="mb-4 flex min-h-6 items-center gap-2">
        <h2 className="font-semibold">{first ? <LiveText text={total} /> : 'Nothing tracked today'}</h2>
        <span className="text-text-3">{first ? ofTarget(target).trim() : 'Your first timer appears here.'}</span>
        <span className="ml-auto text-text-3 max-md:hidden">
          {/* The first of them is known only if the list has all. */}
          {first && counted(count, 'timer') + (isPartial ? '' : ` since ${timeOfDay(first.from, style)}`)}
        </span>
      </div>
      {isPartial && WholeDayRail ? (
        <WholeDayRail {...rail} listed={today} />
      ) : (
        <DayRail {...rail} layout={layOutDay(today, style, now, workingHours)} />
      )}
    </section>
  );
}
