import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { TimesheetScreen } from '#/components/timesheet/timesheet-screen.tsx';
import { dayIn, weekOf } from '#/lib/client/calendar/calendar.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';
import { wholeWeekQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import { readTimesheetView, TIMESHEET_PATH, type TimesheetView } from '#/lib/client/timesheet/timesheet-view.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

export const metadata: Metadata = { title: 'Timesheet' };

type Query = Record<string, string | string[] | undefined>;

export default async function TimesheetPage({ searchParams }: PageProps<'/timesheet'>) {
  const query = await searchParams;
  await requireActor(addressOf(query));
  const client = newQueryClient();
  const view = await viewOf(query);
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    view && client.prefetchQuery(wholeWeekQuery(async (path) => (await fetchApi(path)) as TimerListJson, view.week)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <TimesheetScreen />
    </PageData>
  );
}

async function viewOf(query: Query): Promise<TimesheetView | null> {
  const me = await findMe();
  if (!me) return null;
  const style = timeStyleOf(me.user, await localCycle());
  const { week_start: weekStart } = me.user;
  const thisWeek = weekOf(dayIn(style, Date.parse(me.server_time)), weekStart);
  return readTimesheetView({ get: (name) => [query[name]].flat()[0] ?? null }, thisWeek, weekStart);
}

/** The path to return to after signing in. */
function addressOf(query: Query): string {
  const known = ['week', 'by'].flatMap((name) =>
    [query[name]]
      .flat()
      .slice(0, 1)
      .map((value) => [name, value ?? '']),
  );
  const search = new URLSearchParams(known.filter(([, value]) => value !== ''));
  return search.size > 0 ? `${TIMESHEET_PATH}?${search}` : TIMESHEET_PATH;
}
