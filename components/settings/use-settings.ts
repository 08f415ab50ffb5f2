'use client';

import { useCallback } from 'react';
import { useAccountActions } from '#/components/settings/account-actions.tsx';
import { saveOrToast, saveSettings } from '#/components/settings/save-settings.ts';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** `saveSettings` for the signed-in account. */
export function useEditSettings(): (change: EditSettingsInput) => Promise<FormOutcome> {
  const { editSettings } = useAccountActions();
  const { me } = useLive();
  return useCallback((change) => saveSettings({ editSettings, me }, change), [editSettings, me]);
}

/** `saveOrToast` for the signed-in account. */
export function useShortcutSettings(): (change: EditSettingsInput) => Promise<void> {
  const { editSettings } = useAccountActions();
  const { me, toasts } = useLive();
  return useCallback((change) => saveOrToast({ editSettings, me, toasts }, change), [editSettings, me, toasts]);
}
