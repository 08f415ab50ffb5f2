import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { cursorInstant, decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { ListedCorrection } from '#/lib/tracking/corrections/correction.ts';
import type { ListCorrectionsQuery } from '#/lib/tracking/corrections/correction-schemas.ts';
import { listFirstItems } from '#/lib/tracking/corrections/correction-store.ts';
import { listCorrectionRows } from '#/lib/tracking/corrections/list-corrections-query.ts';

const cursorShape = z.tuple([cursorInstant, z.uuid()]);

export type CorrectionsPage = { corrections: ListedCorrection[]; nextCursor: string | null; now: Date };

/**
 * Corrections, newest first: of the caller's own time, and of several people's their part; everyone's with
 * `timers:read_all`.
 * @throws AppError 400 `cursor_invalid`; 403 for another member's without it
 */
export async function listCorrections(ctx: Ctx, query: ListCorrectionsQuery): Promise<CorrectionsPage> {
  authorize(ctx, 'timers:read');
  const { userId: own, workspaceId, scopes } = ctx.actor;
  const reader = scopes.has('timers:read_all') ? null : own;
  if (query.user_id && query.user_id !== own) authorize(ctx, 'timers:read_all');
  const cursor = decodeCursor(query.cursor, cursorShape);
  const before = cursor && { createdAt: cursor[0], id: cursor[1] };
  const filter = { workspaceId, reader, userId: query.user_id, timerId: query.timer_id, since: query.from };
  const rows = await listCorrectionRows(ctx.db, filter, { limit: query.limit + 1, before });
  const now = await ctx.clock.now(ctx.db);
  const shown = rows.slice(0, query.limit);
  const firsts = await listFirstItems(
    ctx.db,
    shown.map(({ id }) => id),
    reader,
  );
  const corrections = shown.map((row) => ({ ...row, first: firsts.get(row.id) ?? null }));
  const last = rows.length > query.limit ? corrections.at(-1) : undefined;
  return { corrections, nextCursor: last ? encodeCursor([last.createdAt.toISOString(), last.id]) : null, now };
}
