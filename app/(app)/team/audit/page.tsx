import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import { AuditScreen } from '#/components/audit/audit-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import type { MemberListJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { auditListQuery } from '#/lib/client/audit/audit-queries.ts';
import { auditHref, readAuditView } from '#/lib/client/audit/audit-view.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { everyMember, MEMBERS_KEY } from '#/lib/client/members/member-queries.ts';
import { timeStyleOf } from '#/lib/client/time/time-style.ts';

export const metadata: Metadata = { title: 'Audit log' };

export default async function AuditPage({ searchParams }: PageProps<'/team/audit'>) {
  const query = await searchParams;
  const view = readAuditView({ get: (name) => [query[name]].flat()[0] ?? null });
  const actor = await requireActor(auditHref(view));
  const client = newQueryClient();
  const get: FetchApi = <T,>(path: `/${string}`) => fetchApi(path) as Promise<T>;
  const me = await findMe();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  if (me && actor.scopes.has('events:read_all')) {
    await Promise.all([
      client.prefetchInfiniteQuery(auditListQuery(get, view, timeStyleOf(me.user, await localCycle()))),
      client.prefetchQuery({
        queryKey: MEMBERS_KEY,
        queryFn: () => everyMember(async (path) => (await fetchApi(path)) as MemberListJson),
      }),
    ]);
  }
  return (
    <PageData state={dehydrate(client)}>
      <AuditScreen />
    </PageData>
  );
}
