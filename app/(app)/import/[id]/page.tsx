import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { ImportScreen } from '#/components/imports/import-screen.tsx';
import { PageData } from '#/components/layout/page-data.tsx';
import { timeZones } from '#/lib/accounts/users/time-zones.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { importQuery } from '#/lib/client/imports/import-queries.ts';

const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Import' };

export default async function ImportPage({ params }: PageProps<'/import/[id]'>) {
  // As in the URL, percent-encoded, which is the form that the API's paths accept.
  const { id } = await params;
  await requireActor(`/import/${id}`);
  const client = newQueryClient();
  await client.prefetchQuery(importQuery(get, id));
  return (
    <PageData state={dehydrate(client)}>
      <ImportScreen id={id} zones={timeZones()} />
    </PageData>
  );
}
