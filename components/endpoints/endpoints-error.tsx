'use client';

import { Button } from '#/components/ui/button.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { ApiProblem } from '#/lib/client/problem.ts';
import { useLive, useRetrySeconds } from '#/lib/client/use-live.tsx';

/** Why there is no list, and what happens next. */
export function EndpointsError({ error }: { error: Error }) {
  const { inStep } = useLive();
  const wait = useRetrySeconds();
  const isRefused = error instanceof ApiProblem;
  return (
    <div role="alert">
      <StateLabel icon={isRefused ? 'warning' : 'offline'} tone="warn">
        {isRefused ? 'No webhooks to show' : 'Can’t reach the server'}
      </StateLabel>
      <p className="mt-1 text-text-2">
        {isRefused ? error.detail : wait > 0 ? `Trying again in ${wait}\u00a0s.` : 'Trying again.'}
      </p>
      <Button size="sm" className="mt-3" icon="sync" onClick={() => void inStep.ask()}>
        Try now
      </Button>
    </div>
  );
}
