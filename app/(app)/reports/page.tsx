import type { Metadata } from 'next';
import { prefetchReport } from '#/app/(app)/reports/prefetch-report.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { ReportsScreen } from '#/components/reports/reports-screen.tsx';
import { dailyTotalsQuery, summaryQuery } from '#/lib/client/reports/report-queries.ts';
import { REPORTS_PATH, reportQuery } from '#/lib/client/reports/report-view.ts';

export const metadata: Metadata = { title: 'Reports' };

export default async function ReportsPage({ searchParams }: PageProps<'/reports'>) {
  const state = await prefetchReport(REPORTS_PATH, searchParams, ({ get, view, days, myId }) => {
    const query = reportQuery(view, days, myId);
    return [summaryQuery(get, query), dailyTotalsQuery(get, query)];
  });
  return (
    <PageData state={state}>
      <ReportsScreen />
    </PageData>
  );
}
