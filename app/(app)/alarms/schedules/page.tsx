import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { SchedulesScreen } from '#/components/schedules/schedules-screen.tsx';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { scheduleListQuery, scheduleQuery } from '#/lib/client/schedules/schedule-queries.ts';
import { readScheduleView, schedulesHref } from '#/lib/client/schedules/schedule-view.ts';

const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Schedules' };

export default async function SchedulesPage({ searchParams }: PageProps<'/alarms/schedules'>) {
  const query = await searchParams;
  const view = readScheduleView({ get: (name) => [query[name]].flat()[0] ?? null });
  await requireActor(schedulesHref(view));
  const client = newQueryClient();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    client.prefetchInfiniteQuery(scheduleListQuery(get, view)),
    view.openId && client.prefetchQuery(scheduleQuery(get, view.openId)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <SchedulesScreen zones={timeZones()} />
    </PageData>
  );
}
