'use client';

import { createContext, type ReactNode, useContext } from 'react';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';

type Actions = {
  editSettings: (change: EditSettingsInput) => Promise<FormOutcome>;
  switchWorkspace: (workspaceId: string) => Promise<FormOutcome>;
  /** Creates it, and switches the session to it. */
  createWorkspace: (form: FormData) => Promise<FormOutcome>;
};

const ActionsContext = createContext<Actions | null>(null);

/** Actions on the user's account, available from menus, sheets and notices. */
export function AccountActions({ children, ...actions }: Actions & { children: ReactNode }) {
  return <ActionsContext value={actions}>{children}</ActionsContext>;
}

export function useAccountActions(): Actions {
  const actions = useContext(ActionsContext);
  if (!actions) throw new Error('useAccountActions needs AccountActions above it');
  return actions;
}
