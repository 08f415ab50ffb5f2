import type { TypedEntry } from '#/lib/client/typed/typed-entry.ts';
import type { TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

type TicketText = Pick<TicketJson, 'key' | 'title'>;

/**
 * Tickets that match the typed text, each once, in order: by key if the text has one, else by words. Empty text matches
 * all. The same rule as the API's search.
 */
export function matchingTickets(typed: TypedEntry, tickets: TicketJson[]): TicketJson[] {
  const unique = [...new Map(tickets.map((ticket) => [ticket.id, ticket])).values()];
  return unique.filter((ticket) => matchesText(ticket, typed.ticket?.key ?? typed.query));
}

/** Whether the key or the title contains the text; or each of several words begins a word there. */
export function matchesText({ key, title }: TicketText, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  if (key.toLowerCase().includes(wanted) || title.toLowerCase().includes(wanted)) return true;
  const each = wanted.split(/\s+/);
  const text = ` ${key} ${title}`.toLowerCase();
  return each.length > 1 && each.every((word) => beginsWord(text, word));
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at > 0; at = text.indexOf(word, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(text.charAt(at - 1))) return true;
  }
  return false;
}

/** True for a key that may be incomplete: typed alone, and not part of a link or a branch, which contain all of it. */
export function mayBePartial({ ticket }: TypedEntry): boolean {
  return ticket !== null && ticket.url === null && ticket.title === '';
}
