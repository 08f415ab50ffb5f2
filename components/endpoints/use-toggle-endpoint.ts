'use client';

import type { EndpointActions } from '#/components/endpoints/endpoint-actions.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { counted } from '#/lib/client/time/format-time.ts';

/** Enables or disables at once, with a toast that explains it. */
export function useToggleEndpoint({ toggle }: Pick<EndpointActions, 'toggle'>, onChanged: () => void) {
  const { toasts } = useLive();
  const change = async (id: string, enabled: boolean) => {
    const outcome = await toggle(id, enabled).catch(() => UNREACHABLE);
    onChanged();
    if (!outcome.ok) {
      toasts.show({ icon: 'warning', lead: 'Not changed.', text: outcome.message ?? 'Try again.' });
    } else if (enabled) {
      toasts.show({ icon: 'check', lead: 'Enabled.', text: 'Events are sent from now on; nothing is resent.' });
    } else {
      const { aborted } = outcome.value;
      toasts.show({
        icon: 'check',
        lead: 'Disabled.',
        text:
          aborted > 0 ? `${counted(aborted, 'open delivery', 'open deliveries')} aborted.` : 'No delivery was open.',
      });
    }
  };
  return ({ id }: { id: string }, enabled: boolean) => void change(id, enabled);
}
