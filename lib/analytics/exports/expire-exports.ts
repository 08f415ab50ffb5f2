import { expireExportRows } from '#/lib/analytics/exports/export-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { DAY_MS } from '#/lib/core/duration.ts';

const ABANDONED_AFTER_MS = DAY_MS;
const DELETED_AFTER_MS = 400 * DAY_MS;

/** Deletes expired files, marks exports as failed that are unfinished after a day, and returns how many. */
export async function expireExports(ctx: Omit<Ctx, 'actor'>): Promise<number> {
  const now = await ctx.clock.now(ctx.db);
  const before = (ms: number) => new Date(now.getTime() - ms);
  const rule = { now, abandonedBefore: before(ABANDONED_AFTER_MS), deletedBefore: before(DELETED_AFTER_MS) };
  // Deleting gigabytes takes longer than Prisma's default of five seconds.
  return ctx.db.$transaction((tx) => expireExportRows(tx, rule), { maxWait: 10_000, timeout: 600_000 });
}
