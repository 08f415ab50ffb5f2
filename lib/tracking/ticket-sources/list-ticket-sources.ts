import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { TicketSource } from '#/lib/tracking/ticket-sources/ticket-source.ts';
import { listTicketSourceRows } from '#/lib/tracking/ticket-sources/ticket-source-store.ts';

/** All sources of the workspace, oldest first, with the number of tickets each keeps current. @throws AppError 403 */
export async function listTicketSources(
  ctx: Ctx,
): Promise<{ sources: { source: TicketSource; tickets: number }[]; now: Date }> {
  authorize(ctx, 'workspace:manage');
  const tx = ctx.tx ?? ctx.db;
  return { sources: await listTicketSourceRows(tx, ctx.actor.workspaceId), now: await ctx.clock.now(tx) };
}

/** @throws AppError 403, 404 */
export async function getTicketSource(
  ctx: Ctx,
  id: string,
): Promise<{ source: TicketSource; tickets: number; now: Date }> {
  const { sources, now } = await listTicketSources(ctx);
  const found = sources.find(({ source }) => source.id === id);
  if (!found) throw notFound('ticket_source');
  return { ...found, now };
}
