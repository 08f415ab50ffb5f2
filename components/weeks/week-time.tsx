'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PrefetchLink } from '#/components/layout/prefetch-link.tsx';
import { RowName } from '#/components/timesheet/row-name.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { columnTitle, formatShortDuration } from '#/lib/client/calendar/format-calendar.ts';
import { correctionsHref } from '#/lib/client/corrections/correction-view.ts';
import { useLive, useMay, useServerNow, useToday } from '#/lib/client/live/use-live.tsx';
import { dayTitle } from '#/lib/client/time/format-time.ts';
import { type Timesheet, timesheetOf } from '#/lib/client/timesheet/timesheet.ts';
import { memberWeekQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';
import type { WeekJson } from '#/lib/tracking/weeks/week-schemas.ts';

type Props = { week: WeekJson; name: string };

/** The contents of a week, by ticket and by the days of its member: for review before it is approved. */
export function WeekTime({ week, name }: Props) {
  const { http } = useLive();
  const now = useServerNow(MINUTE_MS);
  const ask = (path: `/${string}`, signal?: AbortSignal) => http.send<TimerListJson>(path, { signal });
  const { data, error } = useQuery(memberWeekQuery(ask, week.user_id, week.starts_on));
  const sheet = useMemo(() => data && timesheetOf(data, 'ticket', now), [data, now]);
  const mayCorrect = useMay('admin:corrections');
  if (!sheet) {
    return (
      <div className="px-4 py-4 md:pl-8">
        {error ? <ListError noun="times" error={error} size="part" /> : <SkeletonBar className="h-16 animate-late" />}
      </div>
    );
  }
  const find = { user_id: week.user_id, date: '', ticket: '', project_id: '', tag: '', status: '', flag: '' };
  return (
    <div className="bg-sunken px-4 py-3 md:pl-8">
      {sheet.rows.length === 0 && <p className="text-text-2">Nothing is tracked this week.</p>}
      {sheet.rows.length > 0 && <Sheet sheet={sheet} label={`What ${name} tracked`} />}
      {mayCorrect && (
        <p className="mt-3 text-text-2">
          Something wrong?{' '}
          <PrefetchLink className="underline underline-offset-2" href={correctionsHref(find, null)}>
            Find their timers in Corrections
          </PrefetchLink>
        </p>
      )}
    </div>
  );
}

function Sheet({ sheet, label }: { sheet: Timesheet; label: string }) {
  const today = useToday();
  return (
    <table aria-label={label} className="w-full border-separate border-spacing-0 md:table-fixed">
      <thead className="max-md:sr-only">
        <tr className="text-xs text-text-3 *:h-7 *:border-b *:border-line *:p-0 *:font-medium">
          <th scope="col" className="text-left">
            Ticket
          </th>
          {sheet.days.map(({ date }) => (
            <th key={date} scope="col" abbr={dayTitle(date, today.slice(0, 4))} className={DAY}>
              {columnTitle(date)}
            </th>
          ))}
          <th scope="col" className={SUM}>
            Total
          </th>
        </tr>
      </thead>
      <tbody>
        {sheet.rows.map((row) => (
          <tr key={row.key} className="*:h-8 *:border-b *:border-line *:p-0">
            <th scope="row" className="text-left font-normal max-md:w-full max-md:max-w-0">
              <span className="flex min-w-0 items-center gap-2 pr-3 max-md:py-1.5">
                <RowName subject={row.subject} by="ticket" />
              </span>
            </th>
            {row.cells.map((cell) => (
              <td key={cell.date} className={DAY}>
                {cell.ms > 0 ? formatShortDuration(cell.ms) : <span className="text-text-3">–</span>}
              </td>
            ))}
            <td className={SUM}>{formatShortDuration(row.ms)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold *:h-8 *:p-0">
          <th scope="row" className="text-left font-medium text-text-2">
            Total
          </th>
          {sheet.days.map(({ date }, index) => (
            <td key={date} className={DAY}>
              {(sheet.dayMs[index] ?? 0) > 0 ? formatShortDuration(sheet.dayMs[index] ?? 0) : '–'}
            </td>
          ))}
          <td className={SUM}>{formatShortDuration(sheet.ms)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

const SUM = 'w-[84px] text-right whitespace-nowrap';
/** A phone only has room for the sums. */
const DAY = 'w-[68px] text-right whitespace-nowrap max-md:hidden xl:w-[84px]';
