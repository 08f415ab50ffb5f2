'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { CorrectionEditor } from '#/components/corrections/correction-editor.tsx';
import { TimerLog } from '#/components/corrections/timer-log.tsx';
import { useNames } from '#/components/corrections/use-names.ts';
import type { SavedDrafts } from '#/components/corrections/use-saved-drafts.ts';
import { ProposalReview } from '#/components/proposals/proposal-review.tsx';
import { Button } from '#/components/ui/button.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { SkeletonBar } from '#/components/ui/list/skeleton-bar.tsx';
import { teamTimerQuery } from '#/lib/client/corrections/correction-queries.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { timerProposalsQuery } from '#/lib/client/proposals/proposal-queries.ts';

type Props = { id: string; savedDrafts: SavedDrafts; onClose: () => void };

/** The open timer: the editor of its time, and its history. */
export function OpenTimer({ id, savedDrafts, onClose }: Props) {
  const get = useFetchApi();
  const query = useQuery(teamTimerQuery(get, id));
  const timer = query.data?.timers[0];
  const found = query.data?.owners[0];
  const nameOf = useNames();
  const owner = found && { ...found, name: nameOf(found.user_id, found.name) };
  const proposals = useQuery(timerProposalsQuery(get, id)).data?.proposals;
  const proposal = proposals?.find(({ status }) => status === 'open');
  const [isEditing, setEditing] = useState(false);
  return (
    <section aria-label="Open timer" className="min-w-0 px-4 pt-4 pb-16 md:px-8 md:pt-6">
      <Button size="sm" variant="ghost" icon="back" className="mb-3 -ml-2.5 xl:hidden" onClick={onClose}>
        All timers to correct
      </Button>
      {query.isPending && <EditorSkeleton />}
      {!query.data && query.isError && <ListError noun="timer" error={query.error} />}
      {query.data && !timer && <NoTimer>It may belong to another workspace.</NoTimer>}
      {timer && owner && (
        <>
          {proposal && <ProposalReview key={proposal.id} proposal={proposal} timer={timer} owner={owner} />}
          {(!proposal || isEditing) && <CorrectionEditor timer={timer} owner={owner} savedDrafts={savedDrafts} />}
          {proposal && !isEditing && (
            <Button variant="ghost" icon="pencil" className="-ml-2.5" onClick={() => setEditing(true)}>
              Correct it yourself
            </Button>
          )}
          <TimerLog timer={timer} />
        </>
      )}
    </section>
  );
}

function NoTimer({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="py-8">
      <p className="text-lg font-semibold">This timer doesn’t exist.</p>
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
