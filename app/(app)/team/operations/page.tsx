import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { OperationsScreen } from '#/components/operations/operations-screen.tsx';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { latestDeadQuery, operationsQuery } from '#/lib/client/operations/operations-queries.ts';

export const metadata: Metadata = { title: 'Operations' };

export default async function OperationsPage() {
  const actor = await requireActor('/team/operations');
  const client = newQueryClient();
  const get: FetchApi = <T,>(path: `/${string}`) => fetchApi(path) as Promise<T>;
  // Data that can't be loaded now is requested again by the page itself, which says so.
  if (actor.scopes.has('operations:read')) {
    await Promise.all([client.prefetchQuery(operationsQuery(get, '1h')), client.prefetchQuery(latestDeadQuery(get))]);
  }
  return (
    <PageData state={dehydrate(client)}>
      <OperationsScreen />
    </PageData>
  );
}
