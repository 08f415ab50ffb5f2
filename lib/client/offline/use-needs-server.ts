'use client';

import { useCallback } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';

type NeedsServer = <A extends unknown[]>(act: (...args: A) => void) => (...args: A) => void;

/**
 * Wraps what can't be kept for later. Offline it does nothing but say so; a button or key that stayed mute would be taken
 * for broken.
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
