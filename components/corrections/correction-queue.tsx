'use client';

import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { CorrectedItem } from '#/components/corrections/corrected-item.tsx';
import { QueueItem } from '#/components/corrections/queue-item.tsx';
import { QueueSkeleton } from '#/components/corrections/queue-skeleton.tsx';
import type { ChosenTimers } from '#/components/corrections/use-chosen.ts';
import { useNames } from '#/components/corrections/use-names.ts';
import type { useQueue } from '#/components/corrections/use-queue.ts';
import { ProposedItem } from '#/components/proposals/proposed-item.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { RowChunks } from '#/components/ui/list/row-chunks.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { useRowNavigation } from '#/components/ui/list/use-row-navigation.ts';
import { correctedSince } from '#/lib/client/corrections/corrected-since.ts';
import { correctedQuery, QUEUE_PAGE } from '#/lib/client/corrections/correction-queries.ts';
import type { Find } from '#/lib/client/corrections/correction-view.ts';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMe, useServerNow, useShortcuts, useTimeStyle } from '#/lib/client/live/use-live.tsx';
import { openProposalsQuery } from '#/lib/client/proposals/proposal-queries.ts';
import { MINUTE_MS } from '#/lib/core/duration.ts';

type Queue = ReturnType<typeof useQueue>;
type Props = {
  find: Find | null;
  queue: Queue;
  /** The timers to correct together. */
  chosen: ChosenTimers;
  openId: string | null;
  /** Timers with an unsaved correction. */
  begun: ReadonlySet<string>;
  onOpen: (id: string) => void;
};

/** Timers to review and this week's corrections, or the results of a search. */
export function CorrectionQueue({ find, queue, chosen, openId, begun, onOpen }: Props) {
  const get = useFetchApi();
  const { query, rows, count } = queue;
  const corrected = useInfiniteQuery(correctedQuery(get, useSince()));
  const proposals = useQuery(openProposalsQuery(get)).data?.proposals ?? [];
  const nameOf = useNames();
  const box = useRef<HTMLElement>(null);
  const { navigate, focusedRow } = useRowNavigation(box, '[data-queue]');
  useShortcuts(useMemo(() => ({ j: () => navigate(1), k: () => navigate(-1) }), [navigate]));
  const handleKey = (event: KeyboardEvent) => {
    const id = focusedRow()?.dataset.queue;
    if (event.key === 'Escape') chosen.clear();
    // On the open one it splits the span, until several are selected.
    const isChoice = id !== openId || chosen.rows.length > 0;
    if (event.key.toLowerCase() === 'x' && !isChord(event) && id && isChoice) chosen.toggle(id);
    const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key];
    if (!step) return;
    event.preventDefault();
    if (event.shiftKey && id) chosen.reach(id);
    navigate(step);
    const next = focusedRow()?.dataset.queue;
    if (event.shiftKey && next) chosen.reach(next);
  };
  const corrections = corrected.data?.pages.flatMap((page) => page.corrections);
  const created = corrections?.filter(({ first }) => first !== null) ?? [];
  const isQueueLost = query.isError && !query.data;
  const isCorrectedLost = corrected.isError && !corrected.data;
  return (
    <nav ref={box} aria-label="Timers to correct" onKeyDown={handleKey}>
      {!find && proposals.length > 0 && (
        <Section title="Proposed by members" count={proposals.length}>
          {proposals.map((proposal) => (
            <ProposedItem
              key={proposal.id}
              proposal={proposal}
              name={nameOf(proposal.user_id)}
              isOpen={proposal.timer_id === openId}
              onOpen={onOpen}
            />
          ))}
        </Section>
      )}
      <Section title={find ? 'Found' : 'Needs attention'} count={count}>
        {query.isPending && <QueueSkeleton />}
        {isQueueLost && (
          <div className="border-t border-line px-4 py-3 md:px-8 xl:pr-4">
            <ListError noun="timers" error={query.error} size="part" />
          </div>
        )}
        <RowChunks as="div" rows={rows.map((row) => ({ id: row.timer.id, ...row }))} keptId={openId}>
          {({ timer, owner }) => (
            <QueueItem
              key={timer.id}
              timer={timer}
              owner={owner}
              find={find}
              isOpen={timer.id === openId}
              isBegun={begun.has(timer.id)}
              isChosen={chosen.has(timer.id)}
              isChoosing={chosen.rows.length > 0}
              onOpen={onOpen}
              onChoose={chosen.toggle}
              onReach={chosen.reach}
            />
          )}
        </RowChunks>
        <More query={query} />
        {query.data && rows.length === 0 && (
          <Nothing>{find ? 'No matching time.' : 'Nothing needs attention.'}</Nothing>
        )}
      </Section>
      {!find && !(isQueueLost && isCorrectedLost) && (
        <Section
          title="Corrected this week"
          count={corrected.data && `${created.length}${corrected.hasNextPage ? '+' : ''}`}
        >
          <RowChunks as="div" rows={created}>
            {(correction) => (
              <CorrectedItem
                key={correction.id}
                correction={correction}
                nameOf={nameOf}
                openId={openId}
                onOpen={onOpen}
              />
            )}
          </RowChunks>
          {isCorrectedLost && (
            <div className="border-t border-line px-4 py-3 md:px-8 xl:pr-4">
              <ListError noun="corrections" error={corrected.error} size="part" />
            </div>
          )}
          <More query={corrected} />
          {corrected.data && created.length === 0 && <Nothing>Nothing was corrected this week.</Nothing>}
        </Section>
      )}
    </nav>
  );
}

function isChord({ metaKey, ctrlKey, altKey }: KeyboardEvent): boolean {
  return metaKey || ctrlKey || altKey;
}

function Section({ title, count, children }: { title: string; count: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="mb-6">
      <h2 className="flex h-6 items-center justify-between px-4 mb-2 font-semibold md:px-8 xl:pr-4">
        {title}
        <span className="font-normal text-text-3">{count}</span>
      </h2>
      <div className="border-b border-line">{children}</div>
    </section>
  );
}

/** The list continues. */
function More({ query }: { query: ComponentProps<typeof ShowMore>['query'] }) {
  if (!query.hasNextPage) return null;
  return (
    <div className="border-t border-line px-4 pb-4 md:px-8 xl:pr-4">
      <ShowMore count={QUEUE_PAGE} query={query} />
    </div>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="border-t border-line px-4 py-3 text-text-3 md:px-8 xl:pr-4">{children}</p>;
}

/** When this week began. */
function useSince(): string {
  const style = useTimeStyle();
  const { user } = useMe();
  return correctedSince(style, user.week_start, useServerNow(MINUTE_MS));
}
