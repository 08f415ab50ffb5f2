import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { listTicketsPage } from '#/lib/tracking/tickets/list-tickets-query.ts';
import type { ListTicketsQuery } from '#/lib/tracking/tickets/ticket-schemas.ts';

export async function listTickets(ctx: Ctx, query: ListTicketsQuery) {
  authorize(ctx, 'tickets:read');
  return listTicketsPage(ctx.db, ctx.actor, query);
}
