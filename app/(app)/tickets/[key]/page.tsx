import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { decodeRouteParameter } from '#/app/_server/route-parameter.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { TicketScreen } from '#/components/tickets/ticket-screen.tsx';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { ticketQuery, ticketSpansQuery } from '#/lib/client/tickets/ticket-queries.ts';
import { ticketHref } from '#/lib/client/tickets/ticket-view.ts';

type Props = PageProps<'/tickets/[key]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeRouteParameter((await params).key) };
}

export default async function TicketPage({ params }: Props) {
  const key = decodeRouteParameter((await params).key);
  await requireActor(ticketHref(key));
  const client = newQueryClient();
  const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    client.prefetchQuery(ticketQuery(get, key)),
    client.prefetchInfiniteQuery(ticketSpansQuery(get, key)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <TicketScreen ticketKey={key} />
    </PageData>
  );
}
