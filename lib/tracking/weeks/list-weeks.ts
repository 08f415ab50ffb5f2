import { z } from 'zod';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { dateInput } from '#/lib/core/instant-schemas.ts';
import type { Week } from '#/lib/tracking/weeks/week.ts';
import type { ListWeeksQuery } from '#/lib/tracking/weeks/week-schemas.ts';
import { listWeekRows } from '#/lib/tracking/weeks/week-store.ts';
import { findWeekTime, type WeekTime } from '#/lib/tracking/weeks/week-time-query.ts';

const cursorShape = z.tuple([dateInput, z.uuid()]);

export type WeeksPage = { weeks: { week: Week; time: WeekTime }[]; nextCursor: string | null; now: Date };

/**
 * Weeks that were submitted, approved or returned, newest first, with the time tracked in each as of now: the caller's
 * own; everyone's with `weeks:approve`.
 * @throws AppError 400 `cursor_invalid`; 403 for another member's without it
 */
export async function listWeeks(ctx: Ctx, query: ListWeeksQuery): Promise<WeeksPage> {
  authorize(ctx, 'timers:read');
  const { userId: own, workspaceId, scopes } = ctx.actor;
  const userId = query.user_id ?? (scopes.has('weeks:approve') ? undefined : own);
  if (userId !== own) authorize(ctx, 'weeks:approve');
  const cursor = decodeCursor(query.cursor, cursorShape);
  const after = cursor && { startsOn: cursor[0], userId: cursor[1] };
  const rows = await listWeekRows(
    ctx.db,
    { workspaceId, userId, status: query.status, startsOn: query.starts_on },
    { after, limit: query.limit + 1 },
  );
  const now = await ctx.clock.now(ctx.db);
  const weeks: WeeksPage['weeks'] = [];
  for (const week of rows.slice(0, query.limit)) {
    weeks.push({ week, time: await findWeekTime(ctx.db, week, now) });
  }
  const last = rows.length > query.limit ? weeks.at(-1)?.week : undefined;
  return { weeks, nextCursor: last ? encodeCursor([last.startsOn, last.userId]) : null, now };
}
