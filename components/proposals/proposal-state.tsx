'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNames } from '#/components/corrections/use-names.ts';
import { formatEntryError } from '#/components/entries/format-entry.ts';
import { Button } from '#/components/ui/button.tsx';
import { CORRECTIONS_KEY } from '#/lib/client/corrections/correction-queries.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useLive, useMe, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { formatProposal } from '#/lib/client/proposals/format-proposal.ts';
import { timerProposalsQuery } from '#/lib/client/proposals/proposal-queries.ts';
import type { ProposalJson } from '#/lib/tracking/proposals/proposal-schemas.ts';

/** The user's newest proposal for their own timer; null when there is none. */
export function useOwnProposal(timerId: string): ProposalJson | null {
  const { user } = useMe();
  const { data } = useQuery(timerProposalsQuery(useFetchApi(), timerId));
  return data?.proposals.find(({ user_id }) => user_id === user.id) ?? null;
}

/** The state of a proposed correction; an open one can be withdrawn. */
export function ProposalState({ proposal }: { proposal: ProposalJson }) {
  const nameOf = useNames();
  const { isBusy, withdraw } = useWithdrawProposal(proposal.id);
  return (
    <div className="flex items-center gap-3 text-text-2">
      <span className="min-w-0 grow">{formatProposal(proposal, nameOf)}</span>
      {proposal.status === 'open' && (
        <Button size="sm" variant="soft" busy={isBusy} onClick={withdraw}>
          Withdraw proposal
        </Button>
      )}
    </div>
  );
}

function useWithdrawProposal(id: string) {
  const { http, toasts } = useLive();
  const style = useTimeStyle();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const withdraw = async () => {
    setBusy(true);
    try {
      await createOnce(http, { path: `/correction-proposals/${id}/withdraw`, body: {} });
      toasts.show({ icon: 'check', lead: 'Proposal withdrawn.' });
    } catch (error) {
      toasts.show({ icon: 'warning', lead: 'Couldn’t withdraw it.', text: formatEntryError(error, style) });
    }
    setBusy(false);
    void client.invalidateQueries({ queryKey: CORRECTIONS_KEY });
  };
  return { isBusy, withdraw: () => void withdraw() };
}
