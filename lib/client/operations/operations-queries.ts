import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DeadLetterListJson } from '#/lib/alarms/alarms/alarm-schemas.ts';
import type { OperationsJson, OperationsWindow } from '#/lib/analytics/minutes/operations-schemas.ts';
import { ALARMS_KEY } from '#/lib/client/alarms/alarm-keys.ts';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';

export const OPERATIONS_KEY = ['operations'] as const;
/** Workers report every ten seconds; longer windows have more to sum and change less. */
export const POLL_MS: Record<OperationsWindow, number> = {
  '1h': 10 * SECOND_MS,
  '24h': 30 * SECOND_MS,
  '7d': 60 * SECOND_MS,
  '30d': 300 * SECOND_MS,
};
const DEAD_POLL_MS = 10 * SECOND_MS;
/** The latest dead letters; the rest is on the page of alarms. */
const SHOWN_DEAD = 12;

/** Figures of the service. Polled, because they are not streamed. */
export function operationsQuery(get: FetchApi, window: OperationsWindow) {
  return queryOptions({
    queryKey: [...OPERATIONS_KEY, window],
    queryFn: ({ signal }) => get<OperationsJson>(`/operations?window=${window}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS[window],
  });
}

/** The latest dead letters. Updates of alarms reload them. */
export function latestDeadQuery(get: FetchApi) {
  return queryOptions({
    queryKey: [...ALARMS_KEY, 'latest-dead'],
    queryFn: ({ signal }) => get<DeadLetterListJson>(`/dead-letters?limit=${SHOWN_DEAD}`, signal),
    refetchInterval: DEAD_POLL_MS,
  });
}
