'use client';

import { useCallback } from 'react';
import { useAccountActions } from '#/components/accounts/account-actions.tsx';
import { UNREACHABLE } from '#/components/accounts/use-form.ts';
import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import { tellOtherTabs } from '#/lib/client/other-tabs.ts';
import { useLive } from '#/lib/client/use-live.tsx';

/** Saves a change of the account's settings, which holds on this page and in other tabs at once. */
export function useEditSettings(): (change: EditSettingsInput) => Promise<FormOutcome> {
  const { editSettings } = useAccountActions();
  return useCallback(
    async (change) => {
      const outcome = await editSettings(change).catch(() => UNREACHABLE);
      if (outcome.ok) tellOtherTabs();
      return outcome;
    },
    [editSettings],
  );
}

/** The same for menus and notices, which have no place of their own for what went wrong. True when it was saved. */
export function usePressSettings(): (change: EditSettingsInput) => Promise<boolean> {
  const editSettings = useEditSettings();
  const { notices } = useLive();
  return useCallback(
    async (change) => {
      const outcome = await editSettings(change);
      if (outcome.ok) return true;
      const text = outcome.message ?? Object.values(outcome.fields)[0] ?? 'Try again.';
      notices.show({ icon: 'warning', lead: 'Not saved.', text });
      return false;
    },
    [editSettings, notices],
  );
}
