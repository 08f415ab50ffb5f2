import type { Ctx } from '#/lib/context/context.ts';
import { resolveProject } from '#/lib/tracking/projects/resolve-project.ts';
import { changeTicket, type TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';
import type { EditTicketInput } from '#/lib/tracking/tickets/ticket-schemas.ts';

/**
 * Edits a ticket. Omitted fields stay; null clears them. Recorded time keeps the project that it was recorded for.
 * @throws AppError 404; 409 `ticket_key_taken`
 */
export async function editTicket(ctx: Ctx, name: string, input: EditTicketInput): Promise<TicketChange> {
  return changeTicket(ctx, name, 'ticket.edited', async (tx, ticket) => ({
    ...ticket,
    key: input.key ?? ticket.key,
    title: input.title ?? ticket.title,
    url: input.url === undefined ? ticket.url : input.url,
    estimateSeconds: input.estimate_seconds === undefined ? ticket.estimateSeconds : input.estimate_seconds,
    project: input.project === undefined ? ticket.project : await resolveProject(tx, { name: input.project }),
  }));
}
