import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { WeeksScreen } from '#/components/weeks/weeks-screen.tsx';
import type { MemberListJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { everyMember, MEMBERS_KEY } from '#/lib/client/members/member-queries.ts';
import { weekListQuery } from '#/lib/client/weeks/week-queries.ts';
import { readWeekTab, teamWeeksHref } from '#/lib/client/weeks/week-view.ts';

export const metadata: Metadata = { title: 'Weeks' };

export default async function WeeksPage({ searchParams }: PageProps<'/team/weeks'>) {
  const { state } = await searchParams;
  const tab = readWeekTab({ get: () => (typeof state === 'string' ? state : null) });
  const actor = await requireActor(teamWeeksHref(tab));
  const client = newQueryClient();
  const get: FetchApi = <T,>(path: `/${string}`) => fetchApi(path) as Promise<T>;
  // Data that can't be loaded now is requested again by the page itself, which says so.
  if (actor.scopes.has('weeks:approve')) {
    await Promise.all([
      client.prefetchInfiniteQuery(weekListQuery(get, tab)),
      client.prefetchQuery({
        queryKey: MEMBERS_KEY,
        queryFn: () => everyMember(async (path) => (await fetchApi(path)) as MemberListJson),
      }),
    ]);
  }
  return (
    <PageData state={dehydrate(client)}>
      <WeeksScreen />
    </PageData>
  );
}
