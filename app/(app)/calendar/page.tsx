import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import { CalendarScreen } from '#/components/calendar/calendar-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { CALENDAR_PATH, readCalendarView, viewRange } from '#/lib/client/calendar/calendar-view.ts';
import type { DayRange } from '#/lib/client/calendar/day-range.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';
import { wholeDaysQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

export const metadata: Metadata = { title: 'Calendar' };

export default async function CalendarPage({ searchParams }: PageProps<'/calendar'>) {
  const query = await searchParams;
  const params = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one ?? '']));
  await requireActor(`${CALENDAR_PATH}?${new URLSearchParams(params)}`);
  const client = newQueryClient();
  const range = await askedDays({ get: (name) => [query[name]].flat()[0] ?? null });
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    range && client.prefetchQuery(wholeDaysQuery(async (path) => (await fetchApi(path)) as TimerListJson, range)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <CalendarScreen />
    </PageData>
  );
}

/** The days that the URL means for this person. */
async function askedDays(query: { get(name: string): string | null }): Promise<DayRange | null> {
  const me = await findMe();
  if (!me) return null;
  const today = dayIn(timeStyleOf(me.user, await localCycle()), Date.parse(me.server_time));
  return viewRange(readCalendarView(query, today), me.user.week_start);
}
