'use client';

import { TryingAgain } from '#/components/layout/trying-again.tsx';
import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { ApiProblem } from '#/lib/client/problem.ts';
import { useLive } from '#/lib/client/use-live.tsx';

type Props = {
  /** What is not there: "alarms". */
  noun: string;
  error: Error;
  /** What goes on though nobody answers. */
  meanwhile?: string;
  /** Whether it stands for a page or for a part of one. */
  size?: 'page' | 'part';
};

/** What the API says names its own parameters. */
const NARROWER = 'Choose a shorter time range, or narrow your search.';

/** Why there is no list, and what happens next. */
export function ListError({ noun, error, meanwhile, size = 'page' }: Props) {
  const { inStep } = useLive();
  const isRefused = error instanceof ApiProblem;
  const isTooSlow = isRefused && error.code === 'query_too_slow';
  const isPage = size === 'page';
  return (
    <section role="alert" aria-label={`No ${noun} to show`} className={classNames(isPage && 'py-8')}>
      <StateLabel icon={isRefused ? 'warning' : 'offline'} tone="warn">
        {isTooSlow ? 'Took too long' : isRefused ? 'Rejected' : 'No response'}
      </StateLabel>
      <p className={classNames('mt-1 font-semibold', isPage && 'text-lg')}>
        {isTooSlow
          ? 'That’s too much data to load at once.'
          : isRefused
            ? `No ${noun} to show.`
            : 'Can’t reach the server.'}
      </p>
      <p className="mt-1 text-text-2">
        {isTooSlow ? NARROWER : isRefused ? error.detail : <TryingAgain />}
        {!isRefused && meanwhile && ` ${meanwhile}`}
      </p>
      <Button
        size={isPage ? 'md' : 'sm'}
        className={isPage ? 'mt-4' : 'mt-3'}
        icon="sync"
        onClick={() => void inStep.ask()}
      >
        Try now
      </Button>
    </section>
  );
}
