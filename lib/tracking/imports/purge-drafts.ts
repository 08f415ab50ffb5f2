import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { deleteStaleDrafts } from '#/lib/tracking/imports/import-store.ts';

/** How long an upload that was not applied is kept. */
const RETENTION_DAYS = 7;

/** Deletes files that were uploaded a week ago and never applied, and returns how many. */
export async function purgeDrafts(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  return deleteStaleDrafts(ctx.db, new Date(now.getTime() - RETENTION_DAYS * DAY_MS));
}
