import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { ImportScreen } from '#/components/imports/import-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { requireActor } from '#/lib/accounts/require-actor.ts';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { fetchApi } from '#/lib/api/page-api.ts';
import { importQuery } from '#/lib/client/import-queries.ts';
import { newQueryClient } from '#/lib/client/query-client.ts';

const ask = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Import' };

export default async function ImportPage({ params }: PageProps<'/import/[id]'>) {
  const { id } = await params;
  await requireActor(`/import/${encodeURIComponent(id)}`);
  const client = newQueryClient();
  await client.prefetchQuery(importQuery(ask, encodeURIComponent(id)));
  return (
    <PageData state={dehydrate(client)}>
      <ImportScreen id={encodeURIComponent(id)} zones={timeZones()} />
    </PageData>
  );
}
