import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { ImportsScreen } from '#/components/imports/imports-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { requireActor } from '#/lib/accounts/require-actor.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import { importListQuery } from '#/lib/client/import-queries.ts';
import { newQueryClient } from '#/lib/client/query-client.ts';

const ask = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Import' };

export default async function ImportsPage() {
  await requireActor('/import');
  const client = newQueryClient();
  // What can't be had now the page asks for by itself, and says so.
  await client.prefetchInfiniteQuery(importListQuery(ask));
  return (
    <PageData state={dehydrate(client)}>
      <ImportsScreen />
    </PageData>
  );
}
