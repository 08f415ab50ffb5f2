import type { Ctx } from '#/lib/accounts/context.ts';
import { findNewestRow } from '#/lib/events/retention/newest-row-query.ts';

/**
 * The instant from which the age of the history is counted: now, and never later than the newest row of the service.
 * What is deleted is gone, and one reading of a clock may be wrong; a worker writes down every ten seconds that it lives,
 * so that somebody who is about to delete is never much older than that. Without any row nothing is old.
 */
export async function retentionNow(ctx: Omit<Ctx, 'actor'>): Promise<Date> {
  const now = await ctx.clock.now(ctx.db);
  const newest = await findNewestRow(ctx.db);
  return new Date(Math.min(now.getTime(), newest?.getTime() ?? 0));
}
