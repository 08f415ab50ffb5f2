import type { Metadata } from 'next';
import { prefetchReport } from '#/app/(app)/reports/prefetch-report.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { TeamDayScreen } from '#/components/reports/team-day-screen.tsx';
import { teamDayQuery } from '#/lib/client/reports/report-queries.ts';
import { TEAM_DAY_PATH, teamDayFilters } from '#/lib/client/reports/report-view.ts';

export const metadata: Metadata = { title: 'Team day · Reports' };

export default async function TeamDayPage({ searchParams }: PageProps<'/reports/team-day'>) {
  const state = await prefetchReport(TEAM_DAY_PATH, searchParams, ({ get, view, days }) => [
    teamDayQuery(get, teamDayFilters(view, days.to)),
  ]);
  return (
    <PageData state={state}>
      <TeamDayScreen />
    </PageData>
  );
}
