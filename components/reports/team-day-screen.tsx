'use client';

import { useQuery } from '@tanstack/react-query';
import { ActiveTimers } from '#/components/reports/active-timers.tsx';
import { ReportFilters } from '#/components/reports/report-filters.tsx';
import { ReportFrame } from '#/components/reports/report-frame.tsx';
import { ReportsSkeleton } from '#/components/reports/reports-skeleton.tsx';
import { TeamDayChart } from '#/components/reports/team-day-chart.tsx';
import { useReportView } from '#/components/reports/use-report-view.ts';
import { Button } from '#/components/ui/button.tsx';
import { TextField } from '#/components/ui/form/text-field.tsx';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { addDays } from '#/lib/client/calendar/calendar.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useTimeStyle, useToday } from '#/lib/client/live/use-live.tsx';
import { teamDayQuery } from '#/lib/client/reports/report-queries.ts';
import { daysError, teamDayFilters } from '#/lib/client/reports/report-view.ts';
import { counted, dayTitle, timeOfDay } from '#/lib/client/time/format-time.ts';

/** Who worked when on one day, for people who may see it: the last day of the period. */
export function TeamDayScreen() {
  const { view, days, show } = useReportView();
  const today = useToday();
  const style = useTimeStyle();
  const get = useFetchApi();
  const date = days.to;
  const { data, error, isPlaceholderData } = useQuery(teamDayQuery(get, teamDayFilters(view, date)));
  const showDay = (day: string) => {
    if (daysError({ from: day, to: day }) === null) show({ range: 'custom', days: { from: day, to: day } });
  };
  return (
    <ReportFrame>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <IconButton icon="back" label="Previous day" onClick={() => showDay(addDays(date, -1))} />
        <TextField
          label="Day"
          isLabelHidden
          type="date"
          value={date}
          onChange={({ target }) => showDay(target.value)}
        />
        <IconButton icon="back" label="Next day" className="*:rotate-180" onClick={() => showDay(addDays(date, 1))} />
        {date !== today && (
          <Button variant="ghost" className="max-md:h-10" onClick={() => showDay(today)}>
            Today
          </Button>
        )}
        <ReportFilters view={view} onShow={show} />
        {data && <span className="ml-auto text-text-3">As of {timeOfDay(Date.parse(data.as_of), style)}</span>}
      </div>
      {!data && error && <ListError noun="report" error={error} meanwhile="Timers keep counting." />}
      {!data && !error && <ReportsSkeleton />}
      {data && (
        <div aria-busy={isPlaceholderData} className="grid gap-8 gray-while-busy">
          {data.members.length === 0 ? (
            <p role="status" className="py-8 text-center">
              Nothing tracked on {dayTitle(date, today.slice(0, 4))}.
            </p>
          ) : (
            <>
              <TeamDayChart data={data} />
              {data.members_left_out > 0 && (
                <p className="text-text-3">and {counted(data.members_left_out, 'more member')}</p>
              )}
              <ActiveTimers data={data} />
            </>
          )}
        </div>
      )}
    </ReportFrame>
  );
}
