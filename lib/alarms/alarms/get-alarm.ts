import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import { findAlarm, findIdByExternalId } from '#/lib/alarms/alarms/alarm-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { notFound } from '#/lib/core/errors.ts';
import { type Micros, MS_US } from '#/lib/core/micros.ts';

export type AlarmNow = { alarm: Alarm; nowUs: Micros };

/** How often a verb reads again when workers change the alarm between its statements. */
export const MAX_LOOKS = 5;

const CONCURRENCY = 4;

/**
 * The mutex that a change of this alarm waits for: four per person, so that a client that aborts thousands is not
 * serialized, and leaves connections to others.
 */
export function alarmMutexKey({ actor }: Ctx, id: string): string {
  return `${actor.userId}/${Number.parseInt(id.slice(-2), 16) % CONCURRENCY}`;
}

const EXTERNAL = 'external:';

/**
 * The id of the alarm that a path names: by id, or by `external:` and an external id, which means the open alarm that
 * has it, else the last one that had it. Does not check permissions; its callers do.
 * @throws AppError 404
 */
export async function alarmIdOf(ctx: Ctx, named: string): Promise<string> {
  if (!named.startsWith(EXTERNAL)) return named;
  const externalId = named.slice(EXTERNAL.length);
  const id = await findIdByExternalId(ctx.tx ?? ctx.db, { workspaceId: ctx.actor.workspaceId, externalId });
  if (id === null) throw notFound('alarm');
  return id;
}

/** One alarm of the workspace, pending or finished. @throws AppError 403, 404 */
export async function getAlarm(ctx: Ctx, id: string): Promise<AlarmNow> {
  authorize(ctx, 'alarms:read');
  return loadAlarm(ctx, id);
}

/** As `getAlarm`, for verbs that have authorized otherwise. */
export async function loadAlarm(ctx: Ctx, id: string): Promise<AlarmNow> {
  const sql = ctx.tx ?? ctx.db;
  const alarm = await findAlarm(sql, { id, workspaceId: ctx.actor.workspaceId });
  if (!alarm) throw notFound('alarm');
  return { alarm, nowUs: await nowUs(ctx) };
}

/** The database's time in microseconds, cut to the millisecond. */
export async function nowUs(ctx: Ctx): Promise<Micros> {
  return (await ctx.clock.now(ctx.tx ?? ctx.db)).getTime() * MS_US;
}
