import { MonthTotal } from '#/components/calendar/month-total.tsx';
import { weekNumber } from '#/lib/client/calendar/calendar.ts';
import type { MonthDay } from '#/lib/client/calendar/month-days.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { ofTarget } from '#/lib/client/time/format-target.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';

/** The total of all seven days of a week, and its target. */
export function MonthWeekTotal({ first, days }: { first: string; days: readonly MonthDay[] }) {
  const { week_start: weekStart, week_target_seconds: target } = useMe().user;
  const hasTime = days.some(({ totalMs, isLive }) => totalMs > 0 || isLive);
  return (
    <td className="flex flex-col items-end border-l border-line px-3 py-1.5 text-xs max-xl:hidden">
      <span className="text-text-3">Week {weekNumber(first, weekStart)}</span>
      {hasTime && (
        <>
          <MonthTotal days={days} format={formatDuration} className="mt-1 font-medium" />
          <span className="text-2xs text-text-3">{ofTarget(target)}</span>
        </>
      )}
    </td>
  );
}
