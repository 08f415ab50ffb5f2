import type { ReportSummaryJson } from '#/lib/analytics/reports/report-schemas.ts';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { formatChange } from '#/lib/client/reports/report-figures.ts';
import { daysTitle } from '#/lib/client/reports/report-view.ts';
import { formatDuration } from '#/lib/client/time/format-time.ts';

type Totals = Pick<ReportSummaryJson['totals'], 'tracked_ms' | 'timers' | 'working_days' | 'average_session_ms'>;

/** The same figures for the previous period. */
export function PeriodComparison({ data: { totals, previous } }: { data: ReportSummaryJson }) {
  const today = useToday();
  const style = useTimeStyle();
  // The end is where the next day begins.
  const days = { from: dayIn(style, Date.parse(previous.from)), to: dayIn(style, Date.parse(previous.to) - 1) };
  const perDay = ({ tracked_ms, working_days }: Totals) => tracked_ms / Math.max(1, working_days);
  const lengths = [
    ['Tracked', totals.tracked_ms, previous.tracked_ms],
    ['Per working day', perDay(totals), perDay(previous)],
    ['Average session', totals.average_session_ms ?? 0, previous.average_session_ms ?? 0],
  ] as const;
  const counts = [
    ['Working days', totals.working_days, previous.working_days],
    ['Timers', totals.timers, previous.timers],
  ] as const;
  return (
    <section aria-labelledby="comparison">
      <h2 id="comparison" className="mb-2 flex h-7 items-center font-semibold">
        Compared with {daysTitle(days, today)}
      </h2>
      <table aria-labelledby="comparison" className="w-full table-fixed">
        <thead className="sr-only">
          <tr>
            <th scope="col">Figure</th>
            <th scope="col">Before</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {lengths.map(([name, now, before]) => (
            <Row key={name} name={name} before={formatDuration(before)} change={formatChange(now, before)} />
          ))}
          {counts.map(([name, now, before]) => (
            <Row key={name} name={name} before={before.toLocaleString('en')} change={countChange(now, before)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Row({ name, before, change }: { name: string; before: string; change: string }) {
  return (
    <tr className="h-8 border-t border-line whitespace-nowrap *:text-right last:border-b">
      <th scope="row" className="text-left! font-normal">
        {name}
      </th>
      <td className="text-text-3">{before}</td>
      <td className="font-medium">{change}</td>
    </tr>
  );
}

function countChange(now: number, before: number): string {
  if (now === before) return 'the same';
  return `${Math.abs(now - before).toLocaleString('en')} ${now > before ? 'more' : 'fewer'}`;
}
