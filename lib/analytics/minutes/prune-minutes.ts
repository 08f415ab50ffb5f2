import { deleteAlertsBefore } from '#/lib/analytics/alerts/alert-store.ts';
import { deleteMinutesBefore } from '#/lib/analytics/minutes/minute-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { readWatchSettings } from '#/lib/core/env.ts';

/**
 * Deletes figures and closed alerts that are older than `OPERATIONS_RETENTION_DAYS` by default, and returns how many
 * rows.
 */
export async function pruneMinutes(
  ctx: Omit<Ctx, 'actor'>,
  { retentionDays = readWatchSettings().OPERATIONS_RETENTION_DAYS }: { retentionDays?: number } = {},
): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const before = new Date(now.getTime() - retentionDays * DAY_MS);
  return (await deleteMinutesBefore(ctx.db, before)) + (await deleteAlertsBefore(ctx.db, before));
}
