import { type TypedWish, type Wish, wishForTicket } from '#/lib/client/wish.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

/** What the typed text can mean. */
export type ComposerOption =
  | { kind: 'ticket'; ticket: TicketJson }
  | { kind: 'new_ticket'; key: string; title: string }
  | { kind: 'free'; title: string };

/** What to ask the server for: a key finds its ticket whatever words follow it. */
export function searchOf(typed: TypedWish): string {
  return typed.ticketKey ?? typed.query;
}

/** Tickets that match, a ticket to be made if the key is new, and the words without a ticket. */
export function optionsFor(typed: TypedWish, tickets: TicketJson[]): ComposerOption[] {
  const exact = tickets.find((ticket) => ticket.key.toUpperCase() === typed.ticketKey);
  const others = tickets.filter((ticket) => ticket !== exact);
  const found = (exact ? [exact, ...others] : others).map((ticket): ComposerOption => ({ kind: 'ticket', ticket }));
  const isNewKey = typed.ticketKey !== null && !exact;
  const made: ComposerOption[] = isNewKey
    ? [{ kind: 'new_ticket', key: typed.ticketKey ?? '', title: typed.title }]
    : [];
  const free: ComposerOption[] = typed.query ? [{ kind: 'free', title: typed.query }] : [];
  return [...made, ...found, ...free];
}

/** What is tracked when this option is chosen. Words after the key of a ticket take the place of its title. */
export function wishOf(option: ComposerOption, typed: TypedWish): Wish {
  switch (option.kind) {
    case 'ticket': {
      const wish = wishForTicket(option.ticket, typed.tags);
      const isNamed = typed.ticketKey === option.ticket.key.toUpperCase();
      return isNamed && typed.title ? { ...wish, title: typed.title } : wish;
    }
    case 'new_ticket':
      return { title: option.title, ticket: null, newTicketKey: option.key, tags: typed.tags };
    case 'free':
      return freeWish(typed);
  }
}

/** The text as it stands, without a ticket. */
export function freeWish(typed: TypedWish): Wish {
  return { title: typed.query, ticket: null, newTicketKey: null, tags: typed.tags };
}

export function optionKey(option: ComposerOption): string {
  return option.kind === 'ticket' ? option.ticket.id : option.kind;
}
