import { dehydrate } from '@tanstack/react-query';
import type { Metadata } from 'next';
import { fetchApi } from '#/app/_server/page-api.ts';
import { requireActor } from '#/app/_server/require-actor.ts';
import { PageData } from '#/components/layout/page-data.tsx';
import { TicketsScreen } from '#/components/tickets/tickets-screen.tsx';
import { newQueryClient } from '#/lib/client/http/query-client.ts';
import { projectsQuery } from '#/lib/client/projects/project-queries.ts';
import { ticketListQuery } from '#/lib/client/tickets/ticket-queries.ts';
import { readTicketView, ticketsHref } from '#/lib/client/tickets/ticket-view.ts';

const get = async <T,>(path: `/${string}`) => (await fetchApi(path)) as T;

export const metadata: Metadata = { title: 'Tickets' };

export default async function TicketsPage({ searchParams }: PageProps<'/tickets'>) {
  const query = await searchParams;
  const view = readTicketView({ get: (name) => [query[name]].flat()[0] ?? null });
  await requireActor(ticketsHref(view));
  const client = newQueryClient();
  // Data that can't be loaded now is requested again by the page itself, which says so.
  await Promise.all([
    client.prefetchInfiniteQuery(ticketListQuery(get, view)),
    client.prefetchQuery(projectsQuery(get)),
  ]);
  return (
    <PageData state={dehydrate(client)}>
      <TicketsScreen />
    </PageData>
  );
}
