'use client';

import { useMemo } from 'react';
import type { Live } from '#/lib/client/live/live.ts';
import { useLive, useMay } from '#/lib/client/live/use-live.tsx';
import { useNeedsServer } from '#/lib/client/offline/use-needs-server.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** Pins or unpins a ticket; null if impossible. Its code is loaded on first use. */
export function usePin(): ((ticket: TicketJson) => void) | null {
  const live = useLive();
  const mayWrite = useMay('tickets:write');
  const needsServer = useNeedsServer();
  return useMemo(
    () => (mayWrite ? needsServer((ticket) => void pin(live, ticket)) : null),
    [live, mayWrite, needsServer],
  );
}

async function pin(live: Live, ticket: TicketJson): Promise<void> {
  const part = await import('#/components/tickets/use-ticket-actions.ts').catch(() => null);
  if (part) return part.ticketActions(live).pin(ticket);
  live.toasts.show({ icon: 'warning', lead: 'No response from the server.', text: 'Try again.' });
}
