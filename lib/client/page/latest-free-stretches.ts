import { spanEnd } from '#/lib/client/timers/elapsed.ts';
import { freeStretches, placeFor, type Stretch } from '#/lib/client/timesheet/timesheet-place.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

type Day = TimerListJson['totals']['days'][number];

/**
 * Where unmeasured time of this length can be placed on a day: as late before this minute as there is room in one
 * piece, else in pieces. Whole minutes, so that a clock that is slightly fast requests nothing in the future. Null
 * without enough free time in the day.
 */
export function latestFreeStretches(ms: number, { timers }: TimerListJson, day: Day, now: number): Stretch[] | null {
  const busy = timers
    .filter(({ status }) => status !== 'discarded')
    .flatMap((timer) =>
      timer.spans.map((span) => ({ from: Date.parse(span.started_at), to: spanEnd(span, timer, now) })),
    );
  const lastMinute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  return placeFor(ms, freeStretches({ from: Date.parse(day.starts_at), to: lastMinute }, busy), lastMinute);
}
