'use client';

import { useMemo } from 'react';
import { useStarts } from '#/components/timers/use-starts.ts';
import { useTimerActions } from '#/components/timers/use-timer-actions.ts';
import { useCurrentTimer, useMay, useStartBlockedReason } from '#/lib/client/live/use-live.tsx';
import { draftForTicket } from '#/lib/client/timers/timer-draft.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

const NOTHING_TYPED = { start: () => {}, rejected: () => {} };

/** Starts a timer on a ticket, stopping the running one; null if that is not possible now. */
export function useTicketStart(): ((ticket: TicketJson) => void) | null {
  const { data } = useCurrentTimer();
  const mayStart = useMay('timers:write');
  const isRejected = useStartBlockedReason() !== null;
  const { startFromList } = useStarts(useTimerActions(), Boolean(data?.timer ?? data?.elsewhere), NOTHING_TYPED);
  return useMemo(
    () => (mayStart && !isRejected ? (ticket) => startFromList(draftForTicket(ticket)) : null),
    [mayStart, isRejected, startFromList],
  );
}
