'use client';

import { px } from '#/components/calendar/scale.ts';
import { classNames } from '#/components/ui/class-names.ts';
import type { Axis } from '#/lib/client/calendar/calendar-axis.ts';
import { wallHour } from '#/lib/client/calendar/format-calendar.ts';
import { useIsOffline, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { timeOfDay } from '#/lib/client/time/format-time.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

/** An hour label is dropped this close to the current time. */
const TOO_NEAR = 14 * MINUTE_MS;

type HourScaleProps = {
  axis: Axis;
  /** The initial scroll position of the calendar, in milliseconds of the scale. */
  firstHour: number;
  now: { at: number; top: number } | null;
};

/** The hours on the left, and their lines through all days. */
export function HourScale({ axis, firstHour, now }: HourScaleProps) {
  const style = useTimeStyle();
  const isOffline = useIsOffline();
  return (
    <div aria-hidden="true" className="col-start-1">
      {axis.hours.map(({ wall, pass, top }) => (
        <div
          key={`${wall}-${pass}`}
          className={classNames(
            'pointer-events-none absolute inset-x-0 border-t border-line',
            // Browsers that support it open there before the page has hydrated.
            top === firstHour && 'scroll-mt-20 [scroll-initial-target:nearest]',
          )}
          style={{ top: px(top) }}
        >
          {top > 0 && (!now || Math.abs(now.top - top) > TOO_NEAR) && (
            <span className="absolute top-0 w-13 -translate-y-1/2 bg-bg pr-2 text-right text-2xs text-text-3 md:w-16">
              {wallHour(wall, style.hourCycle)}
              {pass === 1 && <span className="absolute top-full right-2">again</span>}
            </span>
          )}
        </div>
      ))}
      {now && (
        <span
          className={classNames(
            'absolute w-13 -translate-y-1/2 bg-bg pr-2 text-right text-2xs font-semibold md:w-16',
            isOffline ? 'text-text-3' : 'text-accent',
          )}
          style={{ top: px(now.top) }}
        >
          {timeOfDay(now.at, style)}
        </span>
      )}
    </div>
  );
}
