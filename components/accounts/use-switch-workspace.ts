'use client';

import { useAccountActions } from '#/components/accounts/account-actions.tsx';
import { useMove } from '#/components/accounts/use-move.ts';
import { loadAnew } from '#/lib/client/load-anew.ts';
import { useLive } from '#/lib/client/use-live.tsx';

/** Takes the session, and with it every tab of this browser, to another workspace; the same page then shows that one. */
export function useSwitchWorkspace(): (id: string) => Promise<void> {
  const { me, notices } = useLive();
  const { switchWorkspace } = useAccountActions();
  const move = useMove();
  return async (id) => {
    if (id === me.current().workspace.id) return;
    const outcome = await move(() => switchWorkspace(id), loadAnew);
    if (!outcome.ok) notices.show({ icon: 'warning', lead: 'Couldn’t switch.', text: outcome.message ?? 'Try again.' });
  };
}
