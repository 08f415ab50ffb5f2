import type { Ctx } from '#/lib/context/context.ts';
import { changePin } from '#/lib/tracking/tickets/change-pin.ts';
import type { TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';

/** Unpins a ticket for the actor. @throws AppError 404 */
export async function unpinTicket(ctx: Ctx, name: string): Promise<TicketChange> {
  return changePin(ctx, name, 'unpinned');
}
