import type { Ctx } from '#/lib/context/context.ts';
import { changePin } from '#/lib/tracking/tickets/change-pin.ts';
import type { TicketChange } from '#/lib/tracking/tickets/change-ticket.ts';

/** Keeps a ticket at hand for the actor: it leads what is offered to start next. @throws AppError 404 */
export async function pinTicket(ctx: Ctx, name: string): Promise<TicketChange> {
  return changePin(ctx, name, 'pinned');
}
