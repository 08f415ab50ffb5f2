'use client';

import { useCallback } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';

type NeedsServer = <A extends unknown[]>(act: (...args: A) => void) => (...args: A) => void;

/**
 * Wraps actions that can't be queued. Offline it only shows a message; a button or key without any effect would seem
 * broken.
 */
export function useNeedsServer(): NeedsServer {
  const { connection, toasts } = useLive();
  return useCallback(
    (act) =>
      (...args) => {
        if (connection.current().kind !== 'offline') return act(...args);
        toasts.show({ icon: 'warning', lead: 'Can’t do that offline.', text: 'Try again when you’re back online.' });
      },
    [connection, toasts],
  );
}
