import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import { findOwnUse } from '#/lib/tracking/tickets/own-use-query.ts';
import type { TicketWithUse } from '#/lib/tracking/tickets/ticket.ts';
import { findTicketNamed } from '#/lib/tracking/tickets/ticket-store.ts';
import { getWorkedTimes, type WorkedTimes } from '#/lib/tracking/worked-time/get-worked-times.ts';

/** One ticket by id or key, with its time for callers who may read timers. @throws AppError 404 `ticket_not_found` */
export async function getTicket(
  ctx: Ctx,
  name: string,
): Promise<{ ticket: TicketWithUse; times: WorkedTimes | null; now: Date }> {
  authorize(ctx, 'tickets:read');
  const ticket = await findTicketNamed(ctx.db, ctx.actor.workspaceId, name);
  if (!ticket) throw notFound('ticket');
  const use = await findOwnUse(ctx.db, ctx.actor, ticket.id);
  const times = ctx.actor.scopes.has('timers:read') ? await getWorkedTimes(ctx, 'ticket', [ticket.id]) : null;
  return { ticket: { ...ticket, ...use }, times, now: times?.now ?? (await ctx.clock.now(ctx.db)) };
}
