import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { findOldestWriteAge } from '#/lib/tracking/sync/oldest-write-query.ts';

/** Where in a sync a page begins. `syncFrom` is set by its first page and stays the same for all its pages. */
export type SyncPoint = { syncFrom: Date; after: { updatedAt: Date; id: string } | null };
export type Changed = { id: string; updatedAt: Date };

/** More than a transaction needs from taking its start time to showing it, plus the loss of cutting to milliseconds. */
const SAFETY_MS = 100;
const CURSOR = z.tuple([z.literal('sync'), cursorInstant, cursorInstant, z.uuid()]);

/**
 * Begins a sync, or continues it after a page.
 * The `syncFrom` of one sync is sent as `updated_since` of the next, which misses nothing: `updated_at` is the time as
 * read within a transaction, so no row gets one from before its transaction began. Rows that can't be seen yet belong
 * to transactions that are open now or begin later. So it is enough to return to when the oldest open one began. Read
 * before the rows, and kept from the first page on, since rows committed between two pages may sort before both. Some
 * rows are returned twice because of it; clients store them by id.
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

/** The page of `limit` rows, from one more that were read, and the cursor of the next. */
export function syncPage<T extends Changed>(rows: T[], limit: number, { syncFrom }: SyncPoint) {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const isMore = rows.length > limit && last;
  const values = isMore ? ['sync', syncFrom.toISOString(), last.updatedAt.toISOString(), last.id] : null;
  return { rows: shown, nextCursor: values && encodeCursor(values), syncFrom };
}
