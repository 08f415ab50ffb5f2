import { dehydrate, HydrationBoundary } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { TodayScreen } from '#/components/timers/today-screen.tsx';
import { requireActor } from '#/lib/accounts/require-actor.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import { dateIn, mondayOf } from '#/lib/client/calendar.ts';
import { newQueryClient } from '#/lib/client/query-client.ts';
import { ticketsKey, ticketsPath } from '#/lib/client/ticket-queries.ts';
import { CURRENT_KEY, WEEKS_KEY } from '#/lib/client/timer-keys.ts';
import { currentPath, weekPath } from '#/lib/client/timer-queries.ts';

export const metadata: Metadata = { title: 'Today' };

export default async function TodayPage() {
  const { user } = await requireActor('/');
  const client = newQueryClient();
  const { server_time: now } = (await fetchApi('/time')) as { server_time: string };
  const monday = mondayOf(dateIn(user.timeZone, Date.parse(now)));
  // What can't be had now the page asks for by itself, and says so.
  await Promise.all([
    client.prefetchQuery({ queryKey: CURRENT_KEY, queryFn: () => fetchApi(currentPath) }),
    client.prefetchQuery({ queryKey: [...WEEKS_KEY, monday], queryFn: () => fetchApi(weekPath(monday)) }),
    client.prefetchQuery({ queryKey: ticketsKey(''), queryFn: () => fetchApi(ticketsPath('')) }),
  ]);
  return (
    <HydrationBoundary state={dehydrate(client)}>
      <TodayScreen />
    </HydrationBoundary>
  );
}
