'use client';

import { useMoveSession } from '#/components/auth/use-move-session.ts';
import { useAccountActions } from '#/components/settings/account-actions.tsx';
import { reloadPage } from '#/lib/client/http/reload-page.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/**
 * Switches the session, and with it every tab of this browser, to another workspace; the same page then shows that one.
 */
export function useSwitchWorkspace(): (id: string) => Promise<void> {
  const { me, toasts } = useLive();
  const { switchWorkspace } = useAccountActions();
  const move = useMoveSession();
  return async (id) => {
    if (id === me.current().workspace.id) return;
    const outcome = await move(() => switchWorkspace(id), reloadPage);
    if (!outcome.ok) toasts.show({ icon: 'warning', lead: 'Couldn’t switch.', text: outcome.message ?? 'Try again.' });
  };
}
