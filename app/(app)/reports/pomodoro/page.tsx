import type { Metadata } from 'next';
import { prefetchReport } from '#/app/(app)/reports/prefetch-report.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { PomodoroScreen } from '#/components/reports/pomodoro-screen.tsx';
import { focusReportQuery, pomodoroReportQuery } from '#/lib/client/reports/report-queries.ts';
import { POMODORO_REPORT_PATH, reportFilterQuery } from '#/lib/client/reports/report-view.ts';

export const metadata: Metadata = { title: 'Pomodoro · Reports' };

export default async function PomodoroReportPage({ searchParams }: PageProps<'/reports/pomodoro'>) {
  const state = await prefetchReport(POMODORO_REPORT_PATH, searchParams, ({ get, view, days, myId }) => {
    const query = reportFilterQuery(view, days, myId);
    return [pomodoroReportQuery(get, query), focusReportQuery(get, query)];
  });
  return (
    <PageData state={state}>
      <PomodoroScreen />
    </PageData>
  );
}
