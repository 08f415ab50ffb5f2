'use client';

import { useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { isSameZone } from '#/lib/client/time/device-zone.ts';
import { formatRange, zoneName } from '#/lib/client/time/format-time.ts';

/** Whose time it is, their zone, and from when to when (epoch milliseconds); `to` is null while it runs. */
type TimeRangeProps = { userId: string; timeZone: string; from: number; to: number | null };

/** From – to, in the zone of who looks. Another person's time reads in that person's zone, and says so. */
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
