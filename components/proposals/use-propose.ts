import { useQueryClient } from '@tanstack/react-query';
import { CORRECTIONS_KEY } from '#/lib/client/corrections/correction-queries.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import type { ProposeCorrectionBody } from '#/lib/tracking/proposals/proposal-schemas.ts';

/** Proposes a correction to the admins, with a toast. Rejects, so that the form can show the reason. */
export function usePropose(): (body: ProposeCorrectionBody) => Promise<void> {
  const { http, toasts } = useLive();
  const client = useQueryClient();
  return async (body) => {
    await createOnce(http, { path: '/correction-proposals', body });
    void client.invalidateQueries({ queryKey: CORRECTIONS_KEY });
    toasts.show({ icon: 'check', lead: 'Correction proposed.', text: 'You’ll be notified when an admin decides.' });
  };
}
