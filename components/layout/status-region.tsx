'use client';

import { useEffect } from 'react';
import { useConnection, useLive } from '#/lib/client/live/use-live.tsx';
import { useStore } from '#/lib/client/page/use-store.ts';

/** Announces changes of the timer and the connection to screen readers. Never the running seconds. */
export function StatusRegion() {
  const text = useStore(useLive().announcer, () => '');
  useConnectionText();
  return (
    <div role="status" className="sr-only">
      {text}
    </div>
  );
}

function useConnectionText(): void {
  const { announcer } = useLive();
  const isOffline = useConnection().kind === 'offline';
  useEffect(() => {
    if (!isOffline) return;
    announcer.announce('Offline, the server is still counting');
    return () => announcer.announce('In sync with the server');
  }, [isOffline, announcer]);
}
