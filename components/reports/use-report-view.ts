'use client';

import { usePathname, useSearchParams } from 'next/navigation';
import { useCallback, useMemo } from 'react';
import { daysOf, type ReportView, readReportView, reportHref } from '#/lib/client/report-view.ts';
import { useMay, useMe, useToday } from '#/lib/client/use-live.tsx';

/** What the report shows, as the address says it; changed without asking the server for a page. */
export function useReportView() {
  const query = useSearchParams();
  const path = usePathname();
  const mayReadAll = useMay('timers:read_all');
  const today = useToday();
  const { week_start: weekStart } = useMe().user;
  const view = useMemo(() => {
    const read = readReportView(query);
    // Who may see no others sees their own, whatever a link says.
    return mayReadAll ? read : { ...read, who: 'me' };
  }, [query, mayReadAll]);
  const days = useMemo(() => daysOf(view, today, weekStart), [view, today, weekStart]);
  const show = useCallback(
    (change: Partial<ReportView>) => {
      if (window.location.pathname !== path) return;
      window.history.replaceState(null, '', reportHref({ ...view, ...change }, path));
    },
    [view, path],
  );
  return { view, days, show };
}
