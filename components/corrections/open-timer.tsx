'use client';

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CorrectionEditor } from '#/components/corrections/correction-editor.tsx';
import { TimerLog } from '#/components/corrections/timer-log.tsx';
import type { KeptDrafts } from '#/components/corrections/use-kept-drafts.ts';
import { ListError } from '#/components/layout/list-error.tsx';
import { useAsk } from '#/components/tickets/use-ask.ts';
import { Button } from '#/components/ui/button.tsx';
import { SkeletonBar } from '#/components/ui/skeleton-bar.tsx';
import { teamTimerQuery } from '#/lib/client/correction-queries.ts';

type Props = { id: string; kept: KeptDrafts; onClose: () => void };

/** The timer that is open: the editor of its time, and what was done to it. */
export function OpenTimer({ id, kept, onClose }: Props) {
  const query = useQuery(teamTimerQuery(useAsk(), id));
  const timer = query.data?.timers[0];
  const owner = query.data?.owners[0];
  return (
    <section aria-label="Open timer" className="min-w-0 px-4 pt-4 pb-16 md:px-8 md:pt-6">
      <Button size="sm" variant="ghost" icon="back" className="mb-3 -ml-2.5 xl:hidden" onClick={onClose}>
        All timers to correct
      </Button>
      {query.isPending && <EditorSkeleton />}
      {!query.data && query.isError && <ListError noun="timer" error={query.error} />}
      {query.data && !timer && <NoTimer>It may be of another workspace.</NoTimer>}
      {timer && owner && (
        <>
          <CorrectionEditor timer={timer} owner={owner} kept={kept} />
          <TimerLog timer={timer} />
        </>
      )}
    </section>
  );
}

function NoTimer({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="py-8">
      <p className="text-lg font-semibold">There is no such timer.</p>
      <p className="mt-1 text-text-2">{children}</p>
    </div>
  );
}

function EditorSkeleton() {
  return (
    <div aria-busy="true" className="grid animate-late gap-4">
      <span className="sr-only">Loading the timer</span>
      <SkeletonBar className="h-5 w-64" />
      <SkeletonBar className="h-8 w-full" />
      <SkeletonBar className="h-8 w-full" />
      <SkeletonBar className="h-24 w-full" />
    </div>
  );
}
