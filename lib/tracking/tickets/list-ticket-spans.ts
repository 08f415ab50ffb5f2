import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { ListTicketSpansQuery } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { listTicketSpans as listPage } from '#/lib/tracking/tickets/ticket-spans-query.ts';
import { findTicketNamed } from '#/lib/tracking/tickets/ticket-store.ts';
import { workedScope } from '#/lib/tracking/worked-time/get-worked-times.ts';

/**
 * When people worked on a ticket: everyone for callers who may read their timers, else only the caller. @throws
 * AppError 404
 */
export async function listTicketSpans(ctx: Ctx, name: string, query: ListTicketSpansQuery) {
  authorize(ctx, 'timers:read');
  const ticket = await findTicketNamed(ctx.db, ctx.actor.workspaceId, name);
  if (!ticket) throw notFound('ticket');
  const now = await ctx.clock.now(ctx.db);
  return { ...(await listPage(ctx.db, workedScope(ctx), { ticketId: ticket.id, ...query, now })), now };
}
