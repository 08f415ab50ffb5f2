import type { Ctx } from '#/lib/context/context.ts';
import { changePin } from '#/lib/tracking/tickets/change-pin.ts';
import type { TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';

/** Pins a ticket for the actor: it comes first among those offered to start next. @throws AppError 404 */
export async function pinTicket(ctx: Ctx, name: string): Promise<TicketChange> {
  return changePin(ctx, name, 'pinned');
}
