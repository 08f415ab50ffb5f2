import type { ChangedTicket, TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';
import type { ChangedTicketJson, TicketJson } from '#/lib/tracking/tickets/ticket-schemas.ts';

export function ticketJson(ticket: TicketWithUse): TicketJson {
  return {
    id: ticket.id,
    key: ticket.key,
    title: ticket.title,
    url: ticket.url,
    estimate_seconds: ticket.estimateSeconds,
    project: ticket.project,
    created_at: ticket.createdAt.toISOString(),
    last_used_at: ticket.lastUsedAt?.toISOString() ?? null,
  };
}

export function changedTicketJson(ticket: ChangedTicket): ChangedTicketJson {
  const { last_used_at: _personal, ...facts } = ticketJson({ ...ticket, lastUsedAt: null });
  return {
    ...facts,
    updated_at: ticket.updatedAt.toISOString(),
    archived_at: ticket.archivedAt?.toISOString() ?? null,
  };
}
