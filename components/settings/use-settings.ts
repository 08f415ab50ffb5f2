'use client';

import { useCallback } from 'react';
import { useAccountActions } from '#/components/settings/account-actions.tsx';
import type { EditSettingsInput } from '#/lib/accounts/users/user-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { notifyOtherTabs } from '#/lib/client/live/other-tabs.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

/** Saves a change of the account's settings. It holds on this page at once, and in other tabs when it is saved. */
export function useEditSettings(): (change: EditSettingsInput) => Promise<FormOutcome> {
  const { editSettings } = useAccountActions();
  const { me } = useLive();
  return useCallback(
    async (change) => {
      const { pomodoro, ...rest } = change;
      const whole = pomodoro && { pomodoro: { ...me.current().user.pomodoro, ...pomodoro } };
      const takeBack = me.assume({ ...rest, ...whole });
      const outcome = await editSettings(change).catch(() => UNREACHABLE);
      if (outcome.ok) notifyOtherTabs();
      else takeBack();
      return outcome;
    },
    [editSettings, me],
  );
}

/** The same for menus and notices, which have no place of their own for what went wrong. */
export function useShortcutSettings(): (change: EditSettingsInput) => Promise<void> {
  const editSettings = useEditSettings();
  const { toasts } = useLive();
  return useCallback(
    async (change) => {
      const outcome = await editSettings(change);
      if (outcome.ok) return;
      const text = outcome.message ?? Object.values(outcome.fields)[0] ?? 'Try again.';
      toasts.show({ icon: 'warning', lead: 'Not saved.', text });
    },
    [editSettings, toasts],
  );
}
