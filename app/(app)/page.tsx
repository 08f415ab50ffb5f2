import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { findMe, localCycle } from '#/app/find-me.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { TodayScreen } from '#/components/timers/today-screen.tsx';
import { requireActor } from '#/lib/accounts/require-actor.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import { dayIn, weekOf } from '#/lib/client/calendar.ts';
import { newQueryClient } from '#/lib/client/query-client.ts';
import { ticketsKey, ticketsPath } from '#/lib/client/ticket-queries.ts';
import { timeStyleOf } from '#/lib/client/time-style.ts';
import { WEEKS_KEY } from '#/lib/client/timer-keys.ts';
import { weekPath } from '#/lib/client/timer-queries.ts';

export const metadata: Metadata = { title: 'Today' };

export default async function TodayPage() {
  await requireActor('/');
  const client = newQueryClient();
  const week = await thisWeek();
  // What can't be had now the page asks for by itself, and says so.
  await Promise.all([
    week && client.prefetchQuery({ queryKey: [...WEEKS_KEY, week], queryFn: () => fetchApi(weekPath(week)) }),
    client.prefetchQuery({ queryKey: ticketsKey(''), queryFn: () => fetchApi(ticketsPath('')) }),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <TodayScreen />
    </PageData>
  );
}

/** The first day of the week that the person lives in. */
async function thisWeek(): Promise<string | null> {
  const me = await findMe();
  if (!me) return null;
  const style = timeStyleOf(me.user, await localCycle());
  return weekOf(dayIn(style, Date.parse(me.server_time)), me.user.week_start);
}
