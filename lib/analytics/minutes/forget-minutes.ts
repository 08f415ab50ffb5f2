import type { Ctx } from '#/lib/accounts/context.ts';
import { deleteAlertsBefore } from '#/lib/analytics/alerts/alert-store.ts';
import { deleteMinutesBefore } from '#/lib/analytics/minutes/minute-store.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

const KEPT_DAYS = 30;

/** Forgets figures and closed alerts that are 30 days old, and answers how many rows. */
export async function forgetMinutes(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const before = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  return (await deleteMinutesBefore(ctx.db, before)) + (await deleteAlertsBefore(ctx.db, before));
}
