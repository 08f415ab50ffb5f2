'use client';

import { useCallback, useRef } from 'react';
import type { ChosenPreferences } from '#/components/notifications/notification-settings.tsx';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { UNREACHABLE } from '#/lib/client/http/unreachable.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import type { PreferencesResponseJson } from '#/lib/notifications/preferences/preferences-schemas.ts';

/** Saves preferences one change after the other: each sends all of them, and must not undo the previous one. */
export function useSetPreferences(
  known: ChosenPreferences,
): (change: Partial<ChosenPreferences>) => Promise<FormOutcome> {
  const { http } = useLive();
  const saved = useRef(known);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  return useCallback(
    (change) => {
      const send = async (): Promise<FormOutcome> => {
        const { channels, quiet_hours } = { ...saved.current, ...change };
        try {
          const body = { channels, quiet_hours };
          const path = '/me/notification-preferences';
          const response = await http.send<PreferencesResponseJson>(path, { method: 'PUT', body });
          saved.current = response.notification_preferences;
          return { ok: true, value: undefined };
        } catch (error) {
          return error instanceof ApiProblem ? { ok: false, message: error.detail, fields: {} } : UNREACHABLE;
        }
      };
      const sent = last.current.then(send);
      last.current = sent;
      return sent;
    },
    [http],
  );
}
