import type { Ctx } from '#/lib/context/context.ts';
import { changeTicket, type TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';

/**
 * Archives a ticket: it is no longer offered for new time. Its time stays, and a timer that runs on it keeps running.
 * @throws AppError 404
 */
export async function archiveTicket(ctx: Ctx, name: string): Promise<TicketChange> {
  return changeTicket(ctx, name, 'ticket.archived', (_tx, ticket, now) => ({
    ...ticket,
    archivedAt: ticket.archivedAt ?? now,
  }));
}
