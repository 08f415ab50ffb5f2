import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { serverNow } from '#/app/find-me.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { ReceiversScreen } from '#/components/receivers/receivers-screen.tsx';
import { RECEIVERS_PATH } from '#/lib/client/alarms/alarm-view.ts';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { receiversQuery, usedOriginsQuery } from '#/lib/client/receivers/receiver-queries.ts';

const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Receivers' };

export default async function ReceiversPage() {
  await requireActor(RECEIVERS_PATH);
  const client = newQueryClient();
  const now = await serverNow();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    client.prefetchQuery(receiversQuery(get)),
    client.prefetchQuery(usedOriginsQuery({ get, serverNow: () => now })),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <ReceiversScreen />
    </PageData>
  );
}
