import { dehydrate, type QueryClient } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { TodayScreen } from '#/components/today/today-screen.tsx';
import { dayIn } from '#/lib/client/calendar/calendar.ts';
import { hasEarlierDays } from '#/lib/client/entries/day-entries.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { ticketsKey, ticketsPath } from '#/lib/client/tickets/ticket-search-queries.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';
import { LATEST_KEY, latestPath, recentDays } from '#/lib/client/timers/timer-queries.ts';
import type { TimerListJson } from '#/lib/tracking/timers/timer-schemas.ts';

export const metadata: Metadata = { title: 'Today' };

export default async function TodayPage() {
  await requireActor('/');
  const client = newQueryClient();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    rememberDays(client),
    client.prefetchQuery({ queryKey: ticketsKey(''), queryFn: () => fetchApi(ticketsPath('')) }),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <TodayScreen />
    </PageData>
  );
}

/** The last days, and if they are empty the last ones with time before them. */
async function rememberDays(client: QueryClient): Promise<void> {
  const me = await findMe();
  if (!me) return;
  const today = dayIn(timeStyleOf(me.user, await localCycle()), Date.parse(me.server_time));
  const { key, path } = recentDays(today, me.user.week_start);
  await client.prefetchQuery({ queryKey: key, queryFn: () => fetchApi(path) });
  const list = client.getQueryData<TimerListJson>(key);
  if (!list || hasEarlierDays(list, today)) return;
  await client.prefetchQuery({ queryKey: LATEST_KEY, queryFn: () => fetchApi(latestPath) });
}
