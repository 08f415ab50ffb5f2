'use client';

import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { TryingAgain } from '#/components/ui/list/trying-again.tsx';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';

type Props = {
  /** What is not there: "alarms". */
  noun: string;
  error: Error;
  /** What continues though the server does not respond. */
  meanwhile?: string;
  /** Whether it stands for a page or for a part of one. */
  size?: 'page' | 'part';
};

/** What the API says names its own parameters. */
const NARROWER = 'Choose a shorter time range, or narrow your search.';

/** Why there is no list, and what happens next. */
export function ListError({ noun, error, meanwhile, size = 'page' }: Props) {
  const { liveSync } = useLive();
  const isRejected = error instanceof ApiProblem;
  const isTooSlow = isRejected && error.code === 'query_too_slow';
  const isPage = size === 'page';
  return (
    <section role="alert" aria-label={`No ${noun} to show`} className={classNames(isPage && 'py-8')}>
      <StateLabel icon={isRejected ? 'warning' : 'offline'} tone="warn">
        {isTooSlow ? 'Took too long' : isRejected ? 'Rejected' : 'No response'}
      </StateLabel>
      <p className={classNames('mt-1 font-semibold', isPage && 'text-lg')}>
        {isTooSlow
          ? 'That’s too much data to load at once.'
          : isRejected
            ? `No ${noun} to show.`
            : 'Can’t reach the server.'}
      </p>
      <p className="mt-1 text-text-2">
        {isTooSlow ? NARROWER : isRejected ? error.detail : <TryingAgain />}
        {!isRejected && meanwhile && ` ${meanwhile}`}
      </p>
      <Button
        size={isPage ? 'md' : 'sm'}
        className={isPage ? 'mt-4' : 'mt-3'}
        icon="sync"
        onClick={() => void liveSync.ask()}
      >
        Try now
      </Button>
    </section>
  );
}
