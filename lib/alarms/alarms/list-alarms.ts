import { z } from 'zod';
import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import type { CountAlarmsQuery, ListAlarmsQuery } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import {
  type AlarmCounts,
  type AlarmFilter,
  countAlarms,
  countMatching,
  findPageEnd,
  listAlarmRows,
} from '#/lib/alarms/alarms/list-alarms-query.ts';
import { isSearched } from '#/lib/alarms/alarms/search-end-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';
import type { Micros } from '#/lib/core/micros.ts';

export type AlarmPage = { alarms: Alarm[]; nextCursor: string | null; nowUs: Micros };

const cursorShape = z.tuple([z.string().regex(/^\d{1,16}$/), z.uuid()]);

/**
 * A page of the workspace's alarms by due time, without headers and payloads. A search by name looks through a fixed
 * number of alarms of each state per page; a page may be empty and still have a next one. @throws AppError 400 for a
 * bad cursor, 403
 */
export async function listAlarms(ctx: Ctx, query: ListAlarmsQuery): Promise<AlarmPage> {
  authorize(ctx, 'alarms:read');
  const cursor = decodeCursor(query.cursor, cursorShape);
  const after = cursor && { us: Number(cursor[0]), id: cursor[1] };
  const now = await nowUs(ctx);
  const page = { order: query.order, limit: query.limit + 1, after };
  const filter = filterOf(ctx, query);
  const until = await findPageEnd(ctx.db, filter, page);
  const rows = await listAlarmRows(ctx.db, filter, { ...page, until });
  const alarms = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? alarms.at(-1) : undefined;
  const end = last ? { us: last.dueUs, id: last.id } : until;
  return { alarms, nextCursor: end && encodeCursor([String(end.us), end.id]), nowUs: now };
}

/** How many alarms there are by state, each counted up to 10,001; by name among the latest of each, unless `isAll`. */
export async function countAlarmsByState(
  ctx: Ctx,
  query: CountAlarmsQuery,
): Promise<{ counts: AlarmCounts; isAll: boolean; nowUs: Micros }> {
  authorize(ctx, 'alarms:read');
  const filter = filterOf(ctx, query);
  const { name } = filter;
  const found = isSearched(name)
    ? await countMatching(ctx.db, { ...filter, name })
    : { counts: await countAlarms(ctx.db, filter), isAll: true };
  return { ...found, nowUs: await nowUs(ctx) };
}

function filterOf(ctx: Ctx, query: CountAlarmsQuery & Partial<ListAlarmsQuery>): AlarmFilter {
  return {
    workspaceId: ctx.actor.workspaceId,
    status: query.status,
    externalId: query.external_id,
    scheduleId: query.schedule_id,
    name: query.name,
    dueFrom: query.due_from,
    dueTo: query.due_to,
  };
}
