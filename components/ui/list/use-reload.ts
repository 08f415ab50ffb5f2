import { useCallback } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';

/**
 * Checks the server and reloads everything on the screen, also what no update invalidates: pages of the audit log,
 * which stay as loaded, and lists that are polled rarely.
 */
export function useReload(): () => void {
  const { liveSync, client } = useLive();
  return useCallback(() => {
    void liveSync.check().then(() => {
      // Without a response everything waits for the next one.
      if (liveSync.retry.current()) return;
      // A request in flight is not sent twice.
      const options = { cancelRefetch: false };
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }, options);
    });
  }, [liveSync, client]);
}
