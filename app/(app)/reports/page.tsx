import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { findMe, localCycle } from '#/app/find-me.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { ReportsScreen } from '#/components/reports/reports-screen.tsx';
import { requireActor } from '#/lib/accounts/require-actor.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import type { AskApi } from '#/lib/client/alarm-queries.ts';
import { dayIn } from '#/lib/client/calendar.ts';
import { newQueryClient } from '#/lib/client/query-client.ts';
import { dailyTotalsQuery, summaryQuery } from '#/lib/client/report-queries.ts';
import { daysOf, readReportView, reportHref, reportQuery } from '#/lib/client/report-view.ts';
import { timeStyleOf } from '#/lib/client/time-style.ts';

export const metadata: Metadata = { title: 'Reports' };

export default async function ReportsPage({ searchParams }: PageProps<'/reports'>) {
  const query = await searchParams;
  const read = readReportView({ get: (name) => [query[name]].flat()[0] ?? null });
  const actor = await requireActor(reportHref(read));
  const view = actor.scopes.has('timers:read_all') ? read : { ...read, who: 'me' };
  const client = newQueryClient();
  const me = await findMe();
  // What can't be had now the page asks for by itself, and says so.
  if (me) {
    const today = dayIn(timeStyleOf(me.user, await localCycle()), Date.parse(me.server_time));
    const asked = reportQuery(view, daysOf(view, today, me.user.week_start), me.user.id);
    const ask: AskApi = <T,>(path: `/${string}`) => fetchApi(path) as Promise<T>;
    await Promise.all([
      client.prefetchQuery(summaryQuery(ask, asked)),
      client.prefetchQuery(dailyTotalsQuery(ask, asked)),
    ]);
  }
  return (
    <PageData state={dehydrate(client)}>
      <ReportsScreen />
    </PageData>
  );
}
