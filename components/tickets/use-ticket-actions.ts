'use client';

import { useMemo } from 'react';
import { ApiProblem } from '#/lib/client/http/problem.ts';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive } from '#/lib/client/live/use-live.tsx';
import { TicketMutations } from '#/lib/client/tickets/ticket-mutations.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** Actions on tickets, with toasts of their results. */
export function useTicketActions() {
  const live = useLive();
  return useMemo(() => ticketActions(live), [live]);
}

export function ticketActions(live: Live) {
  const { client, http, toasts, clock } = live;
  const mutations = new TicketMutations(client, http);

  function archive(ticket: TicketJson): void {
    mutations.archive(ticket, clock.now()).then(
      () => {
        const action = { undo: () => restore(ticket) };
        toasts.show({ icon: 'check', lead: `${ticket.key} archived.`, text: 'Its time stays.', action });
      },
      (error: unknown) => toastRejected(live, error),
    );
  }

  function restore(ticket: TicketJson): void {
    mutations.restore({ ...ticket, archived_at: null }).then(
      () => toasts.show({ icon: 'check', lead: `${ticket.key} is open again.` }),
      (error: unknown) => toastRejected(live, error),
    );
  }

  /** Pins or unpins it; either can be undone. */
  function pin(ticket: TicketJson): void {
    const isPinned = ticket.pinned_at !== null;
    (isPinned ? mutations.unpin(ticket) : mutations.pin(ticket, clock.now())).then(
      (changed) =>
        toasts.show({
          icon: 'check',
          lead: `${ticket.key} ${isPinned ? 'unpinned' : 'pinned'}.`,
          ...(!isPinned && { text: 'First in Start next.' }),
          action: { undo: () => pin({ ...ticket, pinned_at: changed.pinned_at }) },
        }),
      (error: unknown) => toastRejected(live, error),
    );
  }

  return { archive, restore, pin, mutations };
}

function toastRejected({ toasts }: Live, error: unknown): void {
  if (error instanceof ApiProblem) toasts.show({ icon: 'warning', lead: 'Couldn’t do that.', text: error.detail });
  else
    toasts.show({ icon: 'warning', lead: 'No response from the server.', text: 'The list shows the current state.' });
}
