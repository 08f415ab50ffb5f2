import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { PageData } from '#/components/layout/page-data.tsx';
import { SchedulesScreen } from '#/components/schedules/schedules-screen.tsx';
import { requireActor } from '#/lib/accounts/require-actor.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import { newQueryClient } from '#/lib/client/query-client.ts';
import { scheduleListQuery, scheduleQuery } from '#/lib/client/schedule-queries.ts';
import { readScheduleView, schedulesHref } from '#/lib/client/schedule-view.ts';

const ask = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Schedules' };

export default async function SchedulesPage({ searchParams }: PageProps<'/alarms/schedules'>) {
  const query = await searchParams;
  const view = readScheduleView({ get: (name) => [query[name]].flat()[0] ?? null });
  await requireActor(schedulesHref(view));
  const client = newQueryClient();
  // What can't be had now the page asks for by itself, and says so.
  await Promise.all([
    client.prefetchInfiniteQuery(scheduleListQuery(ask, view)),
    view.openId && client.prefetchQuery(scheduleQuery(ask, view.openId)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <SchedulesScreen zones={timeZones()} />
    </PageData>
  );
}
