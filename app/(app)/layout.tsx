import type { ReactNode } from 'react';
import { createWorkspaceAction, editSettingsAction, switchWorkspaceAction } from '#/app/(app)/account-actions.ts';
import { findMe, localCycle } from '#/app/find-me.ts';
import { AccountActions } from '#/components/accounts/account-actions.tsx';
import { Shell } from '#/components/layout/shell.tsx';
import { TimerWatch } from '#/components/timers/timer-watch.tsx';
import { LiveProvider } from '#/lib/client/use-live.tsx';

export default async function AppLayout({ children }: { children: ReactNode }) {
  const me = await findMe();
  // The page sends strangers to sign in, and knows where they wanted to go; a layout does not.
  if (!me) return children;
  return (
    <LiveProvider me={me} localCycle={await localCycle()}>
      <AccountActions
        editSettings={editSettingsAction}
        switchWorkspace={switchWorkspaceAction}
        createWorkspace={createWorkspaceAction}
      >
        <Shell>{children}</Shell>
      </AccountActions>
      <TimerWatch />
    </LiveProvider>
  );
}
