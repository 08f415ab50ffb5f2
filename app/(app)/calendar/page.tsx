import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import { CalendarScreen } from '#/components/calendar/calendar-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { dayIn, weekOf } from '#/lib/client/calendar/calendar.ts';
import { CALENDAR_PATH, readCalendarView } from '#/lib/client/calendar/calendar-view.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';
import { wholeWeekQuery } from '#/lib/client/timesheet/timesheet-queries.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

export const metadata: Metadata = { title: 'Calendar' };

export default async function CalendarPage({ searchParams }: PageProps<'/calendar'>) {
  const query = await searchParams;
  const asked = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, one ?? '']));
  await requireActor(`${CALENDAR_PATH}?${new URLSearchParams(asked)}`);
  const client = newQueryClient();
  const week = await askedWeek({ get: (name) => [query[name]].flat()[0] ?? null });
  // What can't be had now the page asks for by itself, and says so.
  await Promise.all([
    week && client.prefetchQuery(wholeWeekQuery(async (path) => (await fetchApi(path)) as TimerListJson, week)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <CalendarScreen />
    </PageData>
  );
}

/** The first day of the week that the address means to this person. */
async function askedWeek(query: { get(name: string): string | null }): Promise<string | null> {
  const me = await findMe();
  if (!me) return null;
  const today = dayIn(timeStyleOf(me.user, await localCycle()), Date.parse(me.server_time));
  return weekOf(readCalendarView(query, today).date, me.user.week_start);
}
