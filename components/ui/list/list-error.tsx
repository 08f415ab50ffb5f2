'use client';

import { Button } from '#/components/ui/button.tsx';
import { classNames } from '#/components/ui/class-names.ts';
import { FORBIDDEN, NOT_FOUND, rejectionOf } from '#/components/ui/list/rejection.ts';
import { TryingAgain } from '#/components/ui/list/trying-again.tsx';
import { useReload } from '#/components/ui/list/use-reload.ts';
import { StateLabel } from '#/components/ui/state-label.tsx';
import { ApiProblem } from '#/lib/client/http/problem.ts';

type Props = {
  /** The missing items: "alarms". */
  noun: string;
  error: Error;
  /** What keeps running while the server does not respond. */
  meanwhile?: string;
  /** Whether it replaces a page or a part of one. */
  size?: 'page' | 'part';
};

/** Why there is no list, and what happens next. */
export function ListError({ noun, error, meanwhile, size = 'page' }: Props) {
  const askAgain = useReload();
  const isRejected = error instanceof ApiProblem;
  const reason = isRejected ? rejectionOf(error, noun) : null;
  // A retry changes nothing about these; a new role is detected automatically.
  const isFinal = isRejected && (error.status === FORBIDDEN || error.status === NOT_FOUND);
  const isPage = size === 'page';
  return (
    <section role="alert" aria-label={`No ${noun} to show`} className={classNames(isPage && 'py-8')}>
      <StateLabel icon={isRejected ? 'warning' : 'offline'} tone="warn">
        {reason?.state ?? 'No response'}
      </StateLabel>
      <p className={classNames('mt-1 font-semibold', isPage && 'text-lg')}>
        {reason?.title ?? 'Can’t reach the server.'}
      </p>
      <p className="mt-1 text-text-2">
        {reason?.text ?? <TryingAgain />}
        {!isRejected && meanwhile && ` ${meanwhile}`}
      </p>
      {!isFinal && (
        <Button size={isPage ? 'md' : 'sm'} className={isPage ? 'mt-4' : 'mt-3'} icon="sync" onClick={askAgain}>
          Try now
        </Button>
      )}
    </section>
  );
}
