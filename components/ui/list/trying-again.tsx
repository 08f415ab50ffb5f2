'use client';

import { useEffect } from 'react';
import { useReload } from '#/components/ui/list/use-reload.ts';
import { useRetrySeconds } from '#/lib/client/live/use-live.tsx';
import { SECOND_MS } from '#/lib/core/duration.ts';

const ASK_EVERY_MS = 5 * SECOND_MS;

/** When the next retry is sent; it retries automatically. */
export function TryingAgain() {
  const askAgain = useReload();
  const wait = useRetrySeconds();
  useEffect(() => {
    // Offline everything is retried anyway; here one request failed while others get a response.
    const interval = setInterval(() => wait === 0 && askAgain(), ASK_EVERY_MS);
    return () => clearInterval(interval);
  }, [askAgain, wait]);
  return wait > 0 ? `Trying again in ${wait}\u00a0s.` : 'Trying again.';
}
