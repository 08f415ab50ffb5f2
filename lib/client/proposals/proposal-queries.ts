import { queryOptions } from '@tanstack/react-query';
import type { FetchApi } from '#/lib/client/alarms/alarm-queries.ts';
import { CORRECTIONS_KEY } from '#/lib/client/corrections/correction-queries.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { ProposalListJson } from '#/lib/tracking/proposals/proposal-schemas.ts';

/** Others' proposals and decisions are not streamed. */
const POLL_MS = 30 * SECOND_MS;

/** Open proposals. */
export function openProposalsQuery(get: FetchApi) {
  return proposalsQuery(get, 'status=open&limit=100');
}

/** Proposals about one timer, newest first: the user's own, or anyone's for admins. */
export function timerProposalsQuery(get: FetchApi, timerId: string) {
  return proposalsQuery(get, `timer_id=${timerId}`);
}

function proposalsQuery(get: FetchApi, query: string) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'proposals', query],
    queryFn: ({ signal }) => get<ProposalListJson>(`/correction-proposals?${query}`, signal),
    refetchInterval: POLL_MS,
  });
}
