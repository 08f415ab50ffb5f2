import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { ImportsScreen } from '#/components/imports/imports-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { importListQuery } from '#/lib/client/imports/import-queries.ts';

const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Import' };

export default async function ImportsPage() {
  await requireActor('/import');
  const client = newQueryClient();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await client.prefetchInfiniteQuery(importListQuery(get));
  return (
    <PageData state={dehydrate(client)}>
      <ImportsScreen />
    </PageData>
  );
}
