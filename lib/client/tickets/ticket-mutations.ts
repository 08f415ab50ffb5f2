import type { QueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import { PROJECTS_KEY, TICKET_LISTS_KEY, TICKETS_KEY } from '#/lib/client/http/cache-keys.ts';
import { createOnce } from '#/lib/client/http/create-once.ts';
import type { Http } from '#/lib/client/http/http.ts';
import { randomId } from '#/lib/client/http/random-id.ts';
import type { TicketPages } from '#/lib/client/tickets/ticket-queries.ts';
import type {
  ChangeTicketJson,
  createTicketInput,
  EditTicketInput,
  TicketJson,
  TicketListJson,
  TicketResponseJson,
} from '#/lib/tracking/tickets/ticket-schemas.ts';

type CreateTicketBody = z.input<typeof createTicketInput>;

/** Mutations of tickets. They are optimistic and rolled back if rejected. All reject with ApiProblem or NoResponse. */
export class TicketMutations {
  readonly #client: QueryClient;
  readonly #http: Http;

  constructor(client: QueryClient, http: Http) {
    this.#client = client;
    this.#http = http;
  }

  async create(body: CreateTicketBody): Promise<TicketJson> {
    const { ticket } = await createOnce<TicketResponseJson>(this.#http, { path: '/tickets', body });
    await this.#askAgain();
    return ticket;
  }

  /** `shown` is the expected result: only the server can resolve a project by its name. */
  edit(ticket: TicketJson, body: EditTicketInput, shown: Partial<TicketJson>): Promise<TicketJson> {
    return this.#mutate({ ...ticket, ...shown }, () =>
      this.#http.send<ChangeTicketJson>(`/tickets/${ticket.id}`, { method: 'PATCH', body }),
    );
  }

  archive(ticket: TicketJson, now: number): Promise<TicketJson> {
    return this.#mutate({ ...ticket, archived_at: new Date(now).toISOString() }, () => this.#send(ticket, 'archive'));
  }

  restore(ticket: TicketJson): Promise<TicketJson> {
    return this.#mutate({ ...ticket, archived_at: null }, () => this.#send(ticket, 'restore'));
  }

  pin(ticket: TicketJson, now: number): Promise<TicketJson> {
    return this.#mutate({ ...ticket, pinned_at: new Date(now).toISOString() }, () => this.#send(ticket, 'pin'));
  }

  unpin(ticket: TicketJson): Promise<TicketJson> {
    return this.#mutate({ ...ticket, pinned_at: null }, () => this.#send(ticket, 'unpin'));
  }

  #send({ id }: TicketJson, verb: 'archive' | 'restore' | 'pin' | 'unpin'): Promise<ChangeTicketJson> {
    return this.#http.send(`/tickets/${id}/${verb}`, { method: 'POST', body: {}, idempotencyKey: randomId() });
  }

  async #mutate(optimistic: TicketJson, send: () => Promise<ChangeTicketJson>): Promise<TicketJson> {
    // A response in flight is older than what is shown from here on.
    await this.#client.cancelQueries({ queryKey: TICKETS_KEY });
    const before = this.#snapshot();
    this.#show(optimistic);
    try {
      return (await send()).ticket;
    } catch (error) {
      for (const [key, data] of before) this.#client.setQueryData(key, data);
      throw error;
    } finally {
      void this.#askAgain();
    }
  }

  #snapshot() {
    return this.#client.getQueriesData({ queryKey: TICKETS_KEY });
  }

  /** An archived one is removed from lists of open tickets, and the other way around; the response sorts all. */
  #show(ticket: TicketJson): void {
    const here = ({ id }: TicketJson) => id === ticket.id;
    const isArchived = ticket.archived_at !== null;
    for (const [key] of this.#client.getQueriesData({ queryKey: TICKET_LISTS_KEY })) {
      const { state } = (key[1] as { list: { state: string } }).list;
      const belongs = state === 'all' || (state === 'archived') === isArchived;
      this.#client.setQueryData<TicketPages>(key, (list) => list && inPages(list, here, belongs ? ticket : null));
    }
    for (const [key, one] of this.#client.getQueriesData<TicketResponseJson>({ queryKey: TICKETS_KEY })) {
      if (one?.ticket && here(one.ticket)) this.#client.setQueryData(key, { ...one, ticket });
    }
    for (const [key, offered] of this.#client.getQueriesData<TicketListJson>({ queryKey: TICKETS_KEY })) {
      if (offered?.tickets) this.#client.setQueryData(key, { ...offered, tickets: inOffer(offered.tickets, ticket) });
    }
  }

  async #askAgain(): Promise<void> {
    await Promise.all([
      this.#client.invalidateQueries({ queryKey: TICKETS_KEY }),
      this.#client.invalidateQueries({ queryKey: PROJECTS_KEY }),
    ]);
  }
}

/** Among tickets offered to start next, pinned ones come first, and archived ones are excluded. */
function inOffer(tickets: TicketJson[], changed: TicketJson): TicketJson[] {
  const put = tickets.flatMap((row) => (row.id !== changed.id ? [row] : changed.archived_at ? [] : [changed]));
  return [...put.filter((row) => row.pinned_at), ...put.filter((row) => !row.pinned_at)];
}

function inPages(list: TicketPages, here: (ticket: TicketJson) => boolean, ticket: TicketJson | null): TicketPages {
  const put = (row: TicketJson) => (here(row) ? (ticket ? [ticket] : []) : [row]);
  return { ...list, pages: list.pages.map((page) => ({ ...page, tickets: page.tickets.flatMap(put) })) };
}
