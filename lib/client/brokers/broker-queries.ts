import { queryOptions } from '@tanstack/react-query';
import type { BrokerListJson } from '#/lib/bridge/brokers/broker-schemas.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

export const BROKERS_KEY = ['brokers'] as const;
/** State and lag are not streamed. A hidden page does not poll. */
const POLL_MS = 10 * SECOND_MS;

export function brokersQuery(http: Http) {
  return queryOptions({
    queryKey: BROKERS_KEY,
    queryFn: ({ signal }) => http.send<BrokerListJson>('/brokers', { signal }),
    refetchInterval: POLL_MS,
  });
}
