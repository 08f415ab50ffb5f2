import { z } from 'zod';
import type { ListDeadLettersQuery } from '#/lib/alarms/alarms/alarm-query-schemas.ts';
import { nowUs } from '#/lib/alarms/alarms/get-alarm.ts';
import type { AlarmPage } from '#/lib/alarms/alarms/list-alarms.ts';
import type { Attempt } from '#/lib/alarms/attempts/attempt.ts';
import { listLastAttempts } from '#/lib/alarms/attempts/attempt-store.ts';
import { findDeadPageEnd, listDead } from '#/lib/alarms/dead-letters/redrive-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { decodeCursor, encodeCursor } from '#/lib/core/cursor.ts';

const cursorShape = z.tuple([z.string().regex(/^\d{1,16}$/), z.uuid()]);

/** Dead letters, and the outcome of each one's last attempt, if it has one. */
export type DeadLetterPage = AlarmPage & { lastAttempts: ReadonlyMap<string, Attempt> };

/** A page of the workspace's dead letters, the latest first, without headers and payloads. @throws AppError 400, 403 */
export async function listDeadLetters(ctx: Ctx, query: ListDeadLettersQuery): Promise<DeadLetterPage> {
  authorize(ctx, 'alarms:read');
  const cursor = decodeCursor(query.cursor, cursorShape);
  const filter = {
    workspaceId: ctx.actor.workspaceId,
    name: query.name,
    diedFrom: query.finished_from,
    diedTo: query.finished_to,
  };
  const after = cursor && { us: Number(cursor[0]), id: cursor[1] };
  const now = await nowUs(ctx);
  const until = await findDeadPageEnd(ctx.db, filter, after);
  const rows = await listDead(ctx.db, filter, { limit: query.limit + 1, after, until });
  const alarms = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? alarms.at(-1) : undefined;
  const end = last?.finishedUs ? { us: last.finishedUs, id: last.id } : until;
  const lastAttempts = await listLastAttempts(ctx.db, {
    workspaceId: filter.workspaceId,
    alarmIds: alarms.map(({ id }) => id),
  });
  return {
    alarms,
    lastAttempts,
    nextCursor: end && encodeCursor([String(end.us), end.id]),
    nowUs: now,
  };
}
