'use client';

import { usePathname } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { useMay, useMe, useToday } from '#/lib/client/live/use-live.tsx';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';
import { daysOf, ofMember, type ReportView, readReportView, reportHref } from '#/lib/client/reports/report-view.ts';

/** The state of the report, stored in the URL. */
export function useReportView() {
  const path = usePathname();
  const mayReadAll = useMay('timers:read_all');
  const today = useToday();
  const { week_start: weekStart } = useMe().user;
  const read = useCallback(
    (query: URLSearchParams) => {
      const view = readReportView(query);
      // People who may not see others' time see their own, whatever a link says.
      return mayReadAll ? view : ofMember(view, 'me');
    },
    [mayReadAll],
  );
  const toHref = useCallback((view: ReportView) => reportHref(view, path), [path]);
  const { view, show } = useUrlState<ReportView>({ read, toHref });
  const days = useMemo(() => daysOf(view, today, weekStart), [view, today, weekStart]);
  return { view, days, show };
}
