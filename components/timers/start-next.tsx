'use client';

import { useMemo } from 'react';
import { TicketKey } from '#/components/timers/ticket-key.tsx';
import { usePin } from '#/components/timers/use-pin.ts';
import { classNames } from '#/components/ui/class-names.ts';
import { IconButton } from '#/components/ui/icon-button.tsx';
import { Kbd } from '#/components/ui/kbd.tsx';
import { useShortcuts, useStartBlockedReason, useTickets } from '#/lib/client/live/use-live.tsx';
import { draftForTicket, type TimerDraft } from '#/lib/client/timers/timer-draft.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

const SHOWN = 4;

type StartNextProps = {
  /** The ticket of the running timer is not offered. */
  runningId: string | null;
  onStart: (draft: TimerDraft) => void;
};

/** The pinned tickets and the last used ones, each with a key. */
export function StartNext({ runningId, onStart }: StartNextProps) {
  const { data } = useTickets('');
  const isRejected = useStartBlockedReason() !== null;
  const tickets = useMemo(
    () => (data?.tickets ?? []).filter((ticket) => ticket.id !== runningId).slice(0, SHOWN),
    [data, runningId],
  );
  useShortcuts(
    useMemo(() => {
      if (isRejected) return {};
      return Object.fromEntries(
        tickets.map((ticket, index) => [`${index + 1}`, () => onStart(draftForTicket(ticket))]),
      );
    }, [tickets, isRejected, onStart]),
  );
  const pin = usePin();
  useShortcuts(
    useMemo(() => {
      const pinFocused = () => {
        const row = document.activeElement?.closest<HTMLElement>('[data-next]');
        const ticket = tickets.find(({ id }) => id === row?.dataset.next);
        if (ticket) pin?.(ticket);
      };
      return { i: pin ? pinFocused : undefined };
    }, [tickets, pin]),
  );
  if (tickets.length === 0) return null;
  return (
    <section aria-labelledby="start-next">
      <div className="mb-2 flex h-6 items-center justify-between">
        <h2 id="start-next" className="font-semibold">
          Start next
        </h2>
        <span data-single-key className="text-text-3 max-md:hidden pointer-coarse:hidden">
          press a number
        </span>
      </div>
      <ol>
        {tickets.map((ticket, index) => (
          <li
            key={ticket.id}
            data-next={ticket.id}
            className="group flex items-center gap-1 border-b border-line hover:bg-hover"
          >
            <TicketRow
              ticket={ticket}
              digit={index + 1}
              isDisabled={isRejected}
              onStart={() => onStart(draftForTicket(ticket))}
            />
            {pin && <PinButton ticket={ticket} onClick={() => pin(ticket)} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

type TicketRowProps = { ticket: TicketJson; digit: number; isDisabled: boolean; onStart: () => void };

function TicketRow({ ticket, digit, isDisabled, onStart }: TicketRowProps) {
  return (
    <button
      type="button"
      disabled={isDisabled}
      aria-keyshortcuts={String(digit)}
      onClick={onStart}
      className="grid h-8 min-w-0 grow grid-cols-[20px_68px_minmax(0,1fr)] items-center gap-2 text-left disabled:text-text-3 pointer-coarse:h-11"
    >
      <span>
        <Kbd>{digit}</Kbd>
      </span>
      <TicketKey className="truncate">{ticket.key}</TicketKey>
      <span className="truncate">{ticket.title}</span>
      <span className="sr-only">, start</span>
    </button>
  );
}

/** Always visible on a pinned one and on touch screens; else while the row is hovered or has the focus. */
function PinButton({ ticket, onClick }: { ticket: TicketJson; onClick: () => void }) {
  const isPinned = ticket.pinned_at !== null;
  return (
    <IconButton
      icon="pin"
      label={`Pin ${ticket.key}`}
      title={isPinned ? 'Unpin' : 'Pin'}
      aria-pressed={isPinned}
      aria-keyshortcuts="I"
      onClick={onClick}
      className={classNames(
        isPinned
          ? 'text-text'
          : 'text-text-3 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100',
      )}
    />
  );
}
