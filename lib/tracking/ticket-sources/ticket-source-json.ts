import type { TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import type { TicketSourceJson } from '#/lib/tracking/ticket-sources/ticket-source-schemas.ts';

/** A source as the API shows it; never with its secret. `appUrl`: the URL of this service. */
export function ticketSourceJson(source: TicketSource, tickets: number, appUrl: string): TicketSourceJson {
  return {
    ...ticketSourceFacts(source),
    url: `${appUrl}/api/v1/ticket-sources/${source.id}/deliveries`,
    tickets,
    created_by: source.createdBy,
    created_at: source.createdAt.toISOString(),
    updated_at: source.updatedAt.toISOString(),
    last_received_at: source.lastReceivedAt?.toISOString() ?? null,
    last_rejected_at: source.lastRejectedAt?.toISOString() ?? null,
    last_error: source.lastError,
    version: source.version,
  };
}

/** As events show it. */
export function ticketSourceFacts({ id, provider, name, project, createsTickets }: TicketSource) {
  return { id, provider, name, project, creates_tickets: createsTickets };
}
