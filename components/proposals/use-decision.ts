'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUndoCorrection } from '#/components/corrections/use-undo-correction.ts';
import { CORRECTIONS_KEY } from '#/lib/client/corrections/correction-queries.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { TIMERS_KEY } from '#/lib/client/timers/timer-keys.ts';
import type { CorrectionResponseJson } from '#/lib/tracking/corrections/correction-schemas.ts';
import type { ProposalJson } from '#/lib/tracking/proposals/proposal-schemas.ts';
import type { TimerJson } from '#/lib/tracking/timers/timer-schemas.ts';

/** Accepts or declines a proposed correction, once. If the timer changed meanwhile, it is shown again first. */
export function useDecision({ id }: ProposalJson) {
  const { http, toasts } = useLive();
  const client = useQueryClient();
  const onAccepted = useUndoCorrection();
  const [isBusy, setBusy] = useState<'accept' | 'decline' | null>(null);
  const [error, setError] = useState<unknown>(null);
  const decide = async (kind: 'accept' | 'decline', decided: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(kind);
    setError(null);
    try {
      await decided();
    } catch (error) {
      // Another person was first: this one is closed.
      if (error instanceof ApiProblem && error.code === 'proposal_closed') {
        toasts.show({ icon: 'warning', lead: error.detail });
      } else setError(error);
    }
    setBusy(null);
    void client.invalidateQueries({ queryKey: CORRECTIONS_KEY });
    void client.invalidateQueries({ queryKey: TIMERS_KEY });
  };
  const path = `/correction-proposals/${id}`;
  return {
    isBusy,
    error,
    clearError: () => setError(null),
    accept: ({ version }: TimerJson, note: string) =>
      void decide('accept', async () => {
        onAccepted(await createOnce<CorrectionResponseJson>(http, { path: `${path}/accept`, body: { version, note } }));
      }),
    decline: (note: string) =>
      void decide('decline', async () => {
        await createOnce(http, { path: `${path}/decline`, body: { note } });
        toasts.show({ icon: 'check', lead: 'Proposal declined.' });
      }),
  };
}
