import type { Ctx } from '#/lib/context/context.ts';
import { findNewestRow } from '#/lib/feed/retention/newest-row-query.ts';

/**
 * The instant from which the age of the history is counted: now, but never later than the newest row of the service.
 * Deletion is final, and one reading of a clock may be wrong; workers record a heartbeat every ten seconds, so the
 * newest row is never much older than that. Without any row nothing is old.
 */
export async function retentionNow(ctx: Omit<Ctx, 'actor'>): Promise<Date> {
  const now = await ctx.clock.now(ctx.db);
  const newest = await findNewestRow(ctx.db);
  return new Date(Math.min(now.getTime(), newest?.getTime() ?? 0));
}
