import type { Metadata } from 'next';
import { prefetchReport } from '#/app/(app)/reports/prefetch-report.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { TicketReportScreen } from '#/components/reports/ticket-report-screen.tsx';
import { ticketReportQuery } from '#/lib/client/reports/report-queries.ts';
import { reportFilterQuery, TICKET_REPORT_PATH } from '#/lib/client/reports/report-view.ts';

export const metadata: Metadata = { title: 'Tickets · Reports' };

export default async function TicketReportPage({ searchParams }: PageProps<'/reports/tickets'>) {
  const state = await prefetchReport(TICKET_REPORT_PATH, searchParams, ({ get, view, days, myId }) => [
    ticketReportQuery(get, reportFilterQuery(view, days, myId), 'over'),
  ]);
  return (
    <PageData state={state}>
      <TicketReportScreen />
    </PageData>
  );
}
