'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { EntryTable } from '#/components/reports/entry-table.tsx';
import { LevelTable } from '#/components/reports/level-table.tsx';
import { NothingTracked } from '#/components/reports/nothing-tracked.tsx';
import { ReportBar } from '#/components/reports/report-bar.tsx';
import { ReportFigures } from '#/components/reports/report-figures.tsx';
import { ReportFrame } from '#/components/reports/report-frame.tsx';
import { useReportView } from '#/components/reports/use-report-view.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import type { ReportGroupJson } from '#/lib/analytics/reports/report-schemas.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe, useToday } from '#/lib/client/live/use-live.tsx';
import { summaryQuery } from '#/lib/client/reports/report-queries.ts';
import {
  DETAILED_REPORT_PATH,
  levelQuery,
  narrowTo,
  reportFilterQuery,
  reportHref,
} from '#/lib/client/reports/report-view.ts';

/** Time in groups of two levels, and its timers. A group leads to its own timers. */
export function DetailedScreen() {
  const { view, days, show } = useReportView();
  const me = useMe().user;
  const today = useToday();
  const get = useFetchApi();
  const query = useMemo(() => levelQuery(view, days, me.id), [view, days, me.id]);
  const filters = useMemo(() => reportFilterQuery(view, days, me.id), [view, days, me.id]);
  const { data, error, isPlaceholderData } = useQuery(summaryQuery(get, query));
  const hrefOf = (group: ReportGroupJson, inner?: ReportGroupJson['groups'][number]) => {
    const narrowed = narrowTo(view, days, group);
    const last = narrowed && inner ? narrowTo(narrowed, narrowed.days ?? days, inner) : narrowed;
    return last && reportHref(last, DETAILED_REPORT_PATH);
  };
  const [by = 'project', thenBy = null] = data?.group_by ?? [];
  return (
    <ReportFrame>
      <ReportBar view={view} days={days} asOf={data?.as_of ?? null} query={query} levels={2} onShow={show} />
      {!data && error && <ListError noun="report" error={error} meanwhile="Timers keep counting." />}
      {!data && !error && <ListSkeleton noun="the report" />}
      {data && (
        <div className="gray-while-busy" aria-busy={isPlaceholderData}>
          <ReportFigures data={data} />
          {data.totals.timers > 0 ? (
            <div className="mt-6">
              <LevelTable data={data} by={by} thenBy={thenBy} today={today} hrefOf={hrefOf} />
              <EntryTable query={filters} isOfMany={view.who === 'everyone'} />
            </div>
          ) : (
            <div className="mt-12 text-center">
              <NothingTracked view={view} days={days} onShow={show} />
            </div>
          )}
        </div>
      )}
    </ReportFrame>
  );
}
