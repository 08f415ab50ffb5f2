'use client';

import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useMemo, useState } from 'react';
import { PageHead } from '#/components/layout/page-head.tsx';
import { TicketDialog } from '#/components/tickets/ticket-dialog.tsx';
import { TicketFacts } from '#/components/tickets/ticket-facts.tsx';
import { TicketSpans } from '#/components/tickets/ticket-spans.tsx';
import { useTicketActions } from '#/components/tickets/use-ticket-actions.ts';
import { useTicketStart } from '#/components/tickets/use-ticket-start.ts';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { TimerStrip } from '#/components/timers/timer-strip.tsx';
import { Button } from '#/components/ui/button.tsx';
import { Icon } from '#/components/ui/icon.tsx';
import { ListError } from '#/components/ui/list/list-error.tsx';
import { ListSkeleton } from '#/components/ui/list/list-skeleton.tsx';
import { useFetchApi } from '#/lib/client/live/use-fetch-api.ts';
import { useMay, useShortcuts } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import { ticketQuery } from '#/lib/client/tickets/ticket-queries.ts';
import { TICKETS_PATH, ticketHref } from '#/lib/client/tickets/ticket-view.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** One ticket: its time and estimate, who worked on it and when. */
export function TicketScreen({ ticketKey }: { ticketKey: string }) {
  const query = useQuery(ticketQuery(useFetchApi(), ticketKey));
  const [isEditing, setEditing] = useState(false);
  const router = useRouter();
  const ticket = query.data?.ticket;
  const done = ({ key }: TicketJson) => {
    setEditing(false);
    if (key !== ticketKey) router.replace(ticketHref(key));
  };
  return (
    <>
      <PageHead title={ticket?.key ?? ticketKey}>
        <TimerStrip />
      </PageHead>
      <div className="mx-auto max-w-[1440px] px-4 pt-2 pb-16 md:px-8 md:pt-4">
        <Link
          prefetch={false}
          href={TICKETS_PATH}
          className="inline-flex h-8 items-center gap-1 text-text-2 hover:text-text pointer-coarse:h-11"
        >
          <Icon name="back" />
          All tickets
        </Link>
        {ticket && query.data && (
          <>
            <TicketHead ticket={ticket} onEdit={() => setEditing(true)} />
            {ticket.time && (
              <TicketFacts ticket={ticket} time={ticket.time} respondedAt={Date.parse(query.data.server_time)} />
            )}
            {ticket.time && <TicketSpans ticketKey={ticketKey} />}
          </>
        )}
        {query.isPending && <ListSkeleton noun="tickets" />}
        {!ticket && query.isError && <ListError noun="ticket" error={query.error} />}
      </div>
      {isEditing && ticket && <TicketDialog ticket={ticket} onDone={done} onClose={() => setEditing(false)} />}
    </>
  );
}

function TicketHead({ ticket, onEdit }: { ticket: TicketJson; onEdit: () => void }) {
  const mayWrite = useMay('tickets:write');
  const needsServer = useNeedsServer();
  const actions = useTicketActions();
  const start = useTicketStart();
  const isArchived = ticket.archived_at !== null;
  const isRunning = (ticket.time?.running ?? 0) > 0;
  useShortcuts(
    useMemo(
      () => (mayWrite ? { e: needsServer(onEdit), i: needsServer(() => actions.pin(ticket)) } : {}),
      [mayWrite, needsServer, onEdit, actions, ticket],
    ),
  );
  return (
    <div className="mt-2 mb-6 flex flex-wrap items-start gap-x-6 gap-y-3">
      <div className="min-w-0 grow wrap-anywhere">
        <h2 className="text-xl font-semibold">{ticket.title || 'Without a title'}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 text-text-3">
          <TicketKey href={ticket.url}>{ticket.key}</TicketKey>
          {ticket.project && <span>{ticket.project.name}</span>}
          {isArchived && <span>Archived: not offered for new time</span>}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {mayWrite && (
          <>
            <Button variant="soft" icon="pin" keyLabel="I" onClick={needsServer(() => actions.pin(ticket))}>
              {ticket.pinned_at ? 'Unpin' : 'Pin'}
            </Button>
            <Button
              variant="soft"
              onClick={needsServer(() => (isArchived ? actions.restore(ticket) : actions.archive(ticket)))}
            >
              {isArchived ? 'Restore' : 'Archive'}
            </Button>
            <Button variant="soft" icon="pencil" keyLabel="E" onClick={needsServer(onEdit)}>
              Edit
            </Button>
          </>
        )}
        {start && !isRunning && (
          <Button variant="go" icon="play" onClick={() => start(ticket)}>
            Start
          </Button>
        )}
      </div>
    </div>
  );
}
