'use client';

import { Button } from '#/components/ui/button.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { useLive, useRetrySeconds } from '#/lib/client/live/use-live.tsx';

/** Nothing is loaded yet, and the server does not respond. */
export function HeroError() {
  const { liveSync } = useLive();
  const wait = useRetrySeconds();
  return (
    <section role="alert" aria-label="No response" className="pb-6">
      <StateLabel icon="offline" tone="warn">
        No response
      </StateLabel>
      <p className="mt-1 text-xl font-semibold">Can’t reach the server.</p>
      <p className="mt-1 text-text-2">
        {wait > 0 ? `Trying again in ${wait}\u00a0s.` : 'Trying again.'} Timers keep counting.
      </p>
      <Button className="mt-4" icon="sync" onClick={() => void liveSync.check()}>
        Try now
      </Button>
    </section>
  );
}
