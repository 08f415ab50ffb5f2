import { z } from 'zod';
import { lastRunsOf } from '#/lib/alarms/schedules/last-runs-query.ts';
import { planTiming } from '#/lib/alarms/schedules/plan-schedule.ts';
import { type LastRun, type Schedule, SHOWN_RUNS } from '#/lib/alarms/schedules/schedule.ts';
import type { ListSchedulesQuery, PreviewScheduleInput } from '#/lib/alarms/schedules/schedule-schemas.ts';
import { findSchedule, listScheduleRows } from '#/lib/alarms/schedules/schedule-store.ts';
import { runsAfter } from '#/lib/alarms/schedules/schedule-timing.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import { notFound } from '#/lib/core/errors.ts';

type ScheduleWithRun = { schedule: Schedule; lastRun: LastRun | null };

const cursorShape = z.tuple([z.uuid()]);

/** A page of the workspace's schedules, newest first, without headers and payloads. @throws AppError 400 for a bad cursor, 403 */
export async function listSchedules(
  ctx: Ctx,
  query: ListSchedulesQuery,
): Promise<{ schedules: ScheduleWithRun[]; nextCursor: string | null; now: Date }> {
  authorize(ctx, 'alarms:read');
  const before = decodeCursor(query.cursor, cursorShape)?.[0] ?? null;
  const now = await ctx.clock.now(ctx.db);
  const filter = { workspaceId: ctx.actor.workspaceId, status: query.status, name: query.name };
  const rows = await listScheduleRows(ctx.db, filter, { limit: query.limit + 1, before, now });
  const schedules = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? schedules.at(-1) : undefined;
  const runs = await lastRunsOf(ctx.db, { workspaceId: filter.workspaceId, ids: schedules.map(({ id }) => id) }, now);
  const shown = schedules.map((schedule) => ({ schedule, lastRun: runs.get(schedule.id) ?? null }));
  return { schedules: shown, nextCursor: last ? encodeCursor([last.id]) : null, now };
}

/** @throws AppError 403, 404 */
export async function getSchedule(ctx: Ctx, id: string): Promise<{ schedule: Schedule; now: Date }> {
  authorize(ctx, 'alarms:read');
  const sql = ctx.tx ?? ctx.db;
  const schedule = await findSchedule(sql, { id, workspaceId: ctx.actor.workspaceId });
  if (!schedule) throw notFound('schedule');
  return { schedule, now: await ctx.clock.now(sql) };
}

/** The latest run that was due by an instant, of a schedule that the caller may read. */
export async function getLastRun(ctx: Ctx, id: string, now: Date): Promise<LastRun | null> {
  return (await lastRunsOf(ctx.tx ?? ctx.db, { workspaceId: ctx.actor.workspaceId, ids: [id] }, now)).get(id) ?? null;
}

/** The next runs of an unsaved expression. @throws AppError 400 `input_invalid`, `schedule_never_runs`; 403 */
export async function previewSchedule(ctx: Ctx, input: PreviewScheduleInput): Promise<{ runs: Date[]; now: Date }> {
  authorize(ctx, 'alarms:read');
  const now = await ctx.clock.now(ctx.tx ?? ctx.db);
  return { runs: runsAfter(planTiming(input, now).timing, now, SHOWN_RUNS), now };
}
