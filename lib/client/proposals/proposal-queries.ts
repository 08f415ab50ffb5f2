import { queryOptions } from '@tanstack/react-query';
import type { AskApi } from '#/lib/client/alarms/alarm-queries.ts';
import { CORRECTIONS_KEY } from '#/lib/client/corrections/correction-queries.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import type { ProposalListJson } from '#/lib/tracking/proposals/proposal-schemas.ts';

/** Others' proposals and decisions are not streamed. */
const POLL_MS = 30 * SECOND_MS;

/** Open proposals. */
export function openProposalsQuery(ask: AskApi) {
  return proposalsQuery(ask, 'status=open&limit=100');
}

/** Proposals about one timer, newest first: the user's own, or anyone's for admins. */
export function timerProposalsQuery(ask: AskApi, timerId: string) {
  return proposalsQuery(ask, `timer_id=${timerId}`);
}

function proposalsQuery(ask: AskApi, query: string) {
  return queryOptions({
    queryKey: [...CORRECTIONS_KEY, 'proposals', query],
    queryFn: ({ signal }) => ask<ProposalListJson>(`/correction-proposals?${query}`, signal),
    refetchInterval: POLL_MS,
  });
}
