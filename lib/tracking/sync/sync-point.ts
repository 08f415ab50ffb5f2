import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { findOldestWriteAge } from '#/lib/tracking/sync/oldest-write-query.ts';

/** Where in a sync a page begins. `syncFrom` is of its first page and stays the same through its pages. */
export type SyncPoint = { syncFrom: Date; after: { updatedAt: Date; id: string } | null };
export type Changed = { id: string; updatedAt: Date };

/** More than a transaction needs from taking its start time to showing it, and than cutting to milliseconds loses. */
const SAFETY_MS = 100;
const CURSOR = z.tuple([z.literal('sync'), cursorInstant, cursorInstant, z.uuid()]);

/**
 * Begins a sync, or goes on with it after a page.
 *
 * What is handed out as `syncFrom` is sent as `updated_since` the next time, and misses nothing: `updated_at` is the
 * clock as a transaction read it, so no row gets one from before its transaction began. Rows that can't be seen yet are
 * of transactions that are open now, or begin later. So it is enough to come back to when the oldest open one began.
 * Read before the rows are, and kept from the first page on, since what commits between two pages may sort before both.
 * Some rows come twice for it; whoever syncs writes by id.
 */
export async function syncPointOf(ctx: Ctx, cursor: string | undefined): Promise<SyncPoint> {
  const known = decodeCursor(cursor, CURSOR);
  if (known) {
    const [, syncFrom, updatedAt, id] = known;
    return { syncFrom, after: { updatedAt, id } };
  }
  const now = await ctx.clock.now(ctx.db);
  const ageMs = await findOldestWriteAge(ctx.db);
  return { syncFrom: new Date(Math.floor(now.getTime() - ageMs - SAFETY_MS)), after: null };
}

/** The page of `limit` rows out of one more that were read, and the cursor of the next. */
export function syncPage<T extends Changed>(rows: T[], limit: number, { syncFrom }: SyncPoint) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit && last;
  const values = isMore ? ['sync', syncFrom.toISOString(), last.updatedAt.toISOString(), last.id] : null;
  return { rows: shown, nextCursor: values && encodeCursor(values), syncFrom };
}
