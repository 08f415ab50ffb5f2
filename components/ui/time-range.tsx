'use client';

import { useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { isSameZone } from '#/lib/client/time/device-zone.ts';
import { formatRange, zoneName } from '#/lib/client/time/format-time.ts';

/** The owner of the time, their zone, and the range (epoch milliseconds); `to` is null while it is running. */
type TimeRangeProps = { userId: string; timeZone: string; from: number; to: number | null };

/** From – to, in the reader's zone. Another person's time is shown in that person's zone, with its name. */
export function TimeRange({ userId, timeZone, from, to }: TimeRangeProps) {
  const style = useTimeStyle();
  const isElsewhere = userId !== useMe().user.id && !isSameZone(timeZone, style.timeZone);
  return (
    <>
      {formatRange(from, to, isElsewhere ? { ...style, timeZone } : style)}
      {isElsewhere && <span className="text-text-3"> {zoneName(from, timeZone)}</span>}
    </>
  );
}
