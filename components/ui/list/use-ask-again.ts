import { useCallback } from 'react';
import { useLive } from '#/lib/client/live/use-live.tsx';

/**
 * Asks whether the server is there and for everything on the screen, also for what no update makes stale: pages of the
 * audit log, which stay as they were read, and lists that are asked for only now and then.
 */
export function useAskAgain(): () => void {
  const { liveSync, client } = useLive();
  return useCallback(() => {
    void liveSync.ask().then(() => {
      // Without a response everything waits for the next one.
      if (liveSync.retry.current()) return;
      // What is on its way already is not asked for twice.
      const once = { cancelRefetch: false };
      void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' }, once);
    });
  }, [liveSync, client]);
}
