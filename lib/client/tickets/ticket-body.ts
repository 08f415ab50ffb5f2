import type { Http } from '#/lib/client/http/http.ts';
import { ensureTicket } from '#/lib/client/tickets/ensure-ticket.ts';
import { type NamedTicket, names } from '#/lib/client/tickets/named-ticket.ts';
import { ticketsPath } from '#/lib/client/tickets/ticket-search-queries.ts';
import type { TicketListJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

type TicketBody = { ticket_id: string } | { ticket_key: string; create_ticket: true; title: string };

/** A named ticket in the form of the API: a known one, or one to create with this title. */
export async function ticketBody(
  http: Http,
  named: NamedTicket,
  title: string,
  /** The Idempotency-Key of its creation. */
  makeKey: string,
): Promise<TicketBody> {
  const { tickets } = await http.send<TicketListJson>(ticketsPath(named.key));
  const found = tickets.find(({ key }) => names(named, key));
  if (found) return { ticket_id: found.id };
  if (named.url) await ensureTicket(http, { key: named.key, url: named.url, title }, makeKey);
  // A ticket created here gets the title of its time.
  return { ticket_key: named.key, create_ticket: true, title };
}
