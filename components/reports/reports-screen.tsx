'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { GroupTable } from '#/components/reports/group-table.tsx';
import { HoursChart } from '#/components/reports/hours-chart.tsx';
import { NothingTracked } from '#/components/reports/nothing-tracked.tsx';
import { PeriodComparison } from '#/components/reports/period-comparison.tsx';
import { ReportBar } from '#/components/reports/report-bar.tsx';
import { ReportColumns } from '#/components/reports/report-columns.tsx';
import { ReportFigures } from '#/components/reports/report-figures.tsx';
import { ReportFrame } from '#/components/reports/report-frame.tsx';
import { ReportsSkeleton } from '#/components/reports/reports-skeleton.tsx';
import { StreakFacts } from '#/components/reports/streak-facts.tsx';
import { TypeTable } from '#/components/reports/type-table.tsx';
import { useReportView } from '#/components/reports/use-report-view.ts';
import { WorkHours } from '#/components/reports/work-hours.tsx';
import { YearChart } from '#/components/reports/year-chart.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import type { DayPart } from '#/lib/analytics/reports/report-levels.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe } from '#/lib/client/live/use-live.tsx';
import { dailyTotalsQuery, summaryQuery } from '#/lib/client/reports/report-queries.ts';
import { DETAILED_REPORT_PATH, reportHref, reportQuery } from '#/lib/client/reports/report-view.ts';

/** Where the time went. Choices are in the URL; the figures are updated live. */
export function ReportsScreen() {
  const { view, days, show } = useReportView();
  const me = useMe().user;
  const get = useFetchApi();
  const query = useMemo(() => reportQuery(view, days, me.id), [view, days, me.id]);
  const summary = useQuery(summaryQuery(get, query));
  const daily = useQuery(dailyTotalsQuery(get, query));
  const error = (!summary.data && summary.error) || (!daily.data && daily.error);
  return (
    <ReportFrame>
      <ReportBar view={view} days={days} asOf={summary.data?.as_of ?? null} query={query} onShow={show} />
      {error && <ListError noun="report" error={error} meanwhile="Timers keep counting." />}
      {!error && !(summary.data && daily.data) && <ReportsSkeleton />}
      {summary.data && daily.data && (
        <div className="gray-while-busy" aria-busy={summary.isPlaceholderData || daily.isPlaceholderData}>
          <ReportFigures data={summary.data} />
          <ReportColumns>
            <HoursChart
              parts={summary.data.groups}
              totals={summary.data.totals}
              days={daily.data}
              nothing={<NothingTracked view={view} days={days} onShow={show} />}
            />
            <GroupTable
              data={summary.data}
              by={summary.data.group_by[0] as DayPart}
              whose={view.who === 'me' ? 'you' : 'member'}
              moreHref={reportHref(view, DETAILED_REPORT_PATH)}
            />
          </ReportColumns>
          <ReportColumns>
            <WorkHours data={summary.data} />
            <TypeTable data={summary.data} />
          </ReportColumns>
          <ReportColumns>
            <YearChart view={view} />
            <div className="grid content-start gap-8">
              {view.who !== 'everyone' && <StreakFacts userId={view.who === 'me' ? me.id : view.who} />}
              <PeriodComparison data={summary.data} />
            </div>
          </ReportColumns>
        </div>
      )}
    </ReportFrame>
  );
}
