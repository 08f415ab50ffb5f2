import type { Metadata } from 'next';
import { prefetchReport } from '#/app/(app)/reports/prefetch-report.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { DetailedScreen } from '#/components/reports/detailed-screen.tsx';
import { summaryQuery } from '#/lib/client/reports/report-queries.ts';
import { DETAILED_REPORT_PATH, levelQuery } from '#/lib/client/reports/report-view.ts';

export const metadata: Metadata = { title: 'Detailed · Reports' };

export default async function DetailedReportPage({ searchParams }: PageProps<'/reports/detailed'>) {
  const state = await prefetchReport(DETAILED_REPORT_PATH, searchParams, ({ get, view, days, myId }) => [
    summaryQuery(get, levelQuery(view, days, myId)),
  ]);
  return (
    <PageData state={state}>
      <DetailedScreen />
    </PageData>
  );
}
