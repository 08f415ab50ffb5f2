import { queryOptions } from '@tanstack/react-query';
import type { DeadLetterCountJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import { DEAD_LETTERS_KEY } from '#/lib/client/http/cache-keys.ts';
import type { Http } from '#/lib/client/http/http.ts';

/** How many alarms could not be delivered. Updates of alarms reload it, at most every few seconds. */
export function deadLetterCountQuery(http: Http) {
  return queryOptions({
    queryKey: [...DEAD_LETTERS_KEY, 'count'] as const,
    queryFn: ({ signal }) => http.send<DeadLetterCountJson>('/dead-letters/count', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
