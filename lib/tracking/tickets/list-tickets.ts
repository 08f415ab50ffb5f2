import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { listTicketsPage, type TicketPage } from '#/lib/tracking/tickets/list-tickets-query.ts';
import type { ListTicketsQuery } from '#/lib/tracking/tickets/ticket-schemas.ts';
import { getWorkedTimes, type WorkedTimes, workedScope } from '#/lib/tracking/worked-time/get-worked-times.ts';

/** A page of tickets, with their time if requested. @throws AppError 403 without `timers:read` for their time */
export async function listTickets(
  ctx: Ctx,
  query: ListTicketsQuery,
): Promise<TicketPage & { times: WorkedTimes | null; now: Date }> {
  authorize(ctx, 'tickets:read');
  const needsTimers = query.with_time || query.worked_since || query.sort === 'worked' || query.sort === 'tracked';
  if (needsTimers) authorize(ctx, 'timers:read');
  const now = await ctx.clock.now(ctx.db);
  const page = await listTicketsPage(ctx.db, workedScope(ctx), query, now);
  const ids = page.tickets.map(({ id }) => id);
  const times = query.with_time ? await getWorkedTimes(ctx, 'ticket', ids) : null;
  return { ...page, times, now: times?.now ?? now };
}
