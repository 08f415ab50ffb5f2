'use client';

import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { CreateButton } from '#/components/layout/create-button.tsx';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TicketDialog } from '#/components/tickets/ticket-dialog.tsx';
import { TicketListBar } from '#/components/tickets/ticket-list-bar.tsx';
import { TicketListEmpty } from '#/components/tickets/ticket-list-empty.tsx';
import { TicketTable } from '#/components/tickets/ticket-table.tsx';
import { useTicketActions } from '#/components/tickets/use-ticket-actions.ts';
import { useTicketStart } from '#/components/tickets/use-ticket-start.ts';
import { WorkPages } from '#/components/tickets/work-pages.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { useRestoredFocus } from '#/components/ui/dialog/use-restored-focus.ts';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { ShowMore } from '#/components/ui/list/show-more.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { useUrlState } from '#/lib/client/page/use-url-state.ts';
import { ticketListQuery } from '#/lib/client/tickets/ticket-queries.ts';
import { readTicketView, ticketsHref } from '#/lib/client/tickets/ticket-view.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** Tickets: find one, see its time, start on it. */
export function TicketsScreen() {
  const { view, show } = useUrlState({ read: readTicketView, toHref: ticketsHref });
  const query = useInfiniteQuery(ticketListQuery(useFetchApi(), view));
  const mayWrite = useMay('tickets:write');
  const [edited, setEdited] = useState<TicketJson | 'new' | null>(null);
  const compose = useCallback(() => setEdited('new'), []);
  const box = useRef<HTMLDivElement>(null);
  useRestoredFocus(box, '[data-ticket]');
  const actions = useActions(setEdited);
  useShortcuts(useMemo(() => ({ c: mayWrite ? compose : undefined }), [mayWrite, compose]));
  const pages = query.data?.pages ?? [];
  const tickets = useMemo(() => unique(pages.flatMap((page) => page.tickets)), [pages]);
  return (
    <>
      <PageHead title="Tickets">
        <WorkPages here="tickets" />
        {mayWrite && <CreateButton text="New ticket" onClick={compose} />}
        <TimerStrip />
      </PageHead>
      <div
        ref={box}
        tabIndex={-1}
        className="@container mx-auto max-w-[1440px] px-4 pt-2 pb-16 outline-none md:px-8 md:pt-4"
      >
        <TicketListBar view={view} total={query.isError ? null : (pages[0]?.total ?? null)} onShow={show} />
        {tickets.length > 0 && (
          <div className="max-md:-mx-4">
            <TicketTable
              tickets={tickets}
              isGrouped={view.sort === 'worked'}
              respondedAt={Date.parse(pages[0]?.server_time ?? '')}
              actions={actions}
            />
          </div>
        )}
        {query.isPending && <ListSkeleton noun="tickets" />}
        {query.isSuccess && tickets.length === 0 && (
          <TicketListEmpty view={view} onShow={show} onNew={mayWrite ? compose : null} />
        )}
        {query.isError && tickets.length === 0 && <ListError noun="tickets" error={query.error} />}
        <ShowMore count={50} query={query} />
      </div>
      {edited && (
        <TicketDialog
          ticket={edited === 'new' ? null : edited}
          onDone={() => setEdited(null)}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

function useActions(edit: (ticket: TicketJson) => void) {
  const onStart = useTicketStart();
  const { archive, restore, pin } = useTicketActions();
  const mayWrite = useMay('tickets:write');
  const needsServer = useNeedsServer();
  return useMemo(
    () => ({
      onStart,
      onEdit: mayWrite ? needsServer(edit) : null,
      onArchive: mayWrite ? needsServer(archive) : null,
      onRestore: mayWrite ? needsServer(restore) : null,
      onPin: mayWrite ? needsServer(pin) : null,
    }),
    [onStart, mayWrite, needsServer, edit, archive, restore, pin],
  );
}

/** One that is worked on between two requests may be in both responses. */
function unique(tickets: TicketJson[]): TicketJson[] {
  return [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()];
}
