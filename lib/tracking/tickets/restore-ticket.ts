import type { Ctx } from '#/lib/context/context.ts';
import { changeTicket, type TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';

/** Offers an archived ticket for new time again. @throws AppError 404 */
export async function restoreTicket(ctx: Ctx, name: string): Promise<TicketChange> {
  return changeTicket(ctx, name, 'ticket.restored', (_tx, ticket) => ({ ...ticket, archivedAt: null }));
}
