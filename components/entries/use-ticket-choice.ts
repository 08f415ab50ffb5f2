'use client';

import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTickets } from '#/lib/client/live/use-live.tsx';
import { SUGGESTION_COUNT } from '#/lib/client/tickets/ticket-search-queries.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

const SEARCH_AFTER_MS = 120;
const STEPS: Record<string, 1 | -1> = { ArrowDown: 1, ArrowUp: -1 };

/** Tickets that match a field's text, chosen by arrows or pointer once the person types or opens the list. */
export function useTicketChoice(value: string, onChoose: (ticket: TicketJson) => void) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const search = value.trim();
  const [searched, setSearched] = useState(search);
  useEffect(() => {
    const timeout = setTimeout(() => setSearched(search), SEARCH_AFTER_MS);
    return () => clearTimeout(timeout);
  }, [search]);
  const found = (useTickets(searched).data?.tickets ?? []).slice(0, SUGGESTION_COUNT);
  const tickets = isOpen ? found.filter(({ key }) => key !== search) : [];
  const at = active !== null && tickets[active] ? active : null;

  const show = (next: boolean) => {
    setOpen(next);
    setActive(null);
  };
  const choose = (ticket: TicketJson) => {
    show(false);
    onChoose(ticket);
  };
  const handleKey = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const ticket = at === null ? undefined : tickets[at];
    if (step && !event.altKey) {
      if (isOpen) setActive(around(at, step, tickets.length));
      else show(true);
    } else if (event.key === 'Enter' && ticket && !event.metaKey && !event.ctrlKey) choose(ticket);
    else if (event.key === 'Escape' && tickets.length > 0) show(false);
    else return;
    // It must neither submit the form nor close the dialog.
    event.preventDefault();
    event.stopPropagation();
  };
  return { tickets, active: at, choose, handleKey, show };
}

function around(at: number | null, step: 1 | -1, count: number): number | null {
  if (count === 0) return null;
  return at === null ? (step === 1 ? 0 : count - 1) : (at + step + count) % count;
}
