import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { ENDPOINTS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { DeliveryListJson, DeliveryResponseJson } from '#/lib/webhooks/deliveries/delivery-schemas.ts';
import type { EndpointListJson } from '#/lib/webhooks/endpoints/endpoint-schemas.ts';
import type { EndpointSecretsJson } from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

export type DeliveryFilter = 'all' | 'delivered' | 'dead';

/** Deliveries are not streamed. A hidden page does not poll. */
const LIST_POLL_MS = 30 * SECOND_MS;
const LOG_POLL_MS = 5 * SECOND_MS;
const PAGE = 50;

export function endpointsQuery(http: Http) {
  return queryOptions({
    queryKey: [...ENDPOINTS_KEY, 'list'],
    queryFn: ({ signal }) => http.send<EndpointListJson>('/endpoints', { signal }),
    refetchInterval: LIST_POLL_MS,
  });
}

/** The secrets, in full only while they are shown. */
export function endpointSecretQuery(http: Http, id: string, isShown: boolean) {
  return queryOptions({
    queryKey: [...ENDPOINTS_KEY, id, 'secret'],
    queryFn: ({ signal }) => http.send<EndpointSecretsJson>(`/endpoints/${id}/secret`, { signal }),
    enabled: isShown,
    gcTime: 0,
  });
}

export function deliveriesQuery(http: Http, id: string, filter: DeliveryFilter) {
  const status = filter === 'all' ? '' : `&status=${filter}`;
  return infiniteQueryOptions({
    queryKey: [...ENDPOINTS_KEY, id, 'deliveries', filter],
    queryFn: ({ pageParam, signal }) => {
      const cursor = pageParam ? `&cursor=${encodeURIComponent(pageParam)}` : '';
      return http.send<DeliveryListJson>(`/endpoints/${id}/deliveries?limit=${PAGE}${status}${cursor}`, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // A long log is loaded page by page, so it is polled less often the longer it is.
    refetchInterval: ({ state }) => LOG_POLL_MS * Math.max(1, state.data?.pages.length ?? 1),
  });
}

export function deliveryQuery(http: Http, endpointId: string, id: string) {
  return queryOptions({
    queryKey: [...ENDPOINTS_KEY, endpointId, 'delivery', id],
    queryFn: async ({ signal }) =>
      (await http.send<DeliveryResponseJson>(`/endpoints/${endpointId}/deliveries/${id}`, { signal })).delivery,
    refetchInterval: LOG_POLL_MS,
  });
}
