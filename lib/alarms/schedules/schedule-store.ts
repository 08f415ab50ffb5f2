import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import type { CatchUp, Schedule, ScheduleStatus } from '#/lib/alarms/schedules/schedule.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

type Sql = Pick<Tx, '$queryRaw'>;
type Key = { id: string; workspaceId: string };

const SHARED = Prisma.sql`
  id::text, workspace_id::text as "workspaceId", created_by::text as "createdBy", headers_by::text as "headersBy", name,
  cron, time_zone as "timeZone", repeat, start_at as "startAt", end_at as "endAt", catch_up as "catchUp", url,
  next_run_at as "nextRunAt", last_run_at as "lastRunAt", paused_at as "pausedAt", created_at as "createdAt",
  updated_at as "updatedAt", version`;
/** The payload as a text, so that no digit of it changes. */
const COLUMNS = Prisma.sql`${SHARED}, payload::text as payload, settings`;
/** Payload and headers may be large. */
const LISTED = Prisma.sql`
  ${SHARED}, null::text as payload, settings - array['headers', 'sealed_headers'] as settings`;

type Row = Omit<Schedule, 'catchUp' | 'settings'> & { catchUp: string; settings: AlarmSettings | null };

/** Serializes transactions that add schedules to a workspace. */
export async function lockSchedules(tx: Pick<Tx, '$executeRaw'>, workspaceId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`schedules:${workspaceId}`}, 0))`;
}

export async function countSchedules(sql: Sql, workspaceId: string): Promise<number> {
  const rows = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from schedules where workspace_id = ${workspaceId}::uuid`;
  return rows[0]?.count ?? 0;
}

export async function findSchedule(sql: Sql, { id, workspaceId }: Key): Promise<Schedule | null> {
  const rows = await sql.$queryRaw<Row[]>`
    select ${COLUMNS} from schedules where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid`;
  return rows[0] ? scheduleOf(rows[0]) : null;
}

/** As `findSchedule`, and locks it: no other transaction changes it or registers its runs until this one ends. */
export async function lockSchedule(tx: Sql, { id, workspaceId }: Key): Promise<Schedule | null> {
  const rows = await tx.$queryRaw<Row[]>`
    select ${COLUMNS} from schedules where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid for no key update`;
  return rows[0] ? scheduleOf(rows[0]) : null;
}

/**
 * Schedules of any workspace with a run up to an instant that has no alarm yet, or without any alarm ahead, the longest
 * overdue first. Those that are locked, by a change or by another worker, are left alone.
 */
export async function lockDueSchedules(
  tx: Sql,
  { now, until, limit, without }: { now: Date; until: Date; limit: number; without: readonly string[] },
): Promise<Schedule[]> {
  const rows = await tx.$queryRaw<Row[]>`
    select ${COLUMNS} from schedules
    where paused_at is null and next_run_at is not null
      and (next_run_at <= ${until}::timestamptz or last_run_at <= ${now}::timestamptz) and id <> all (${without}::uuid[])
      and (select engine_may_fire())
    order by next_run_at limit ${limit} for no key update skip locked`;
  return rows.map(scheduleOf);
}

export type ScheduleFilter = { workspaceId: string; status?: ScheduleStatus | undefined; name?: string | undefined };

/** One page, newest first, without headers and payloads. */
export async function listScheduleRows(
  sql: Sql,
  { workspaceId, status, name }: ScheduleFilter,
  { limit, before, now }: { limit: number; before: string | null; now: Date },
): Promise<Schedule[]> {
  const rows = await sql.$queryRaw<Row[]>`
    select ${LISTED} from schedules
    where workspace_id = ${workspaceId}::uuid
      ${status ? Prisma.sql`and ${hasStatus(status, now)}` : Prisma.empty}
      ${name ? Prisma.sql`and ${matchesName(name)}` : Prisma.empty}
      ${before ? Prisma.sql`and schedules.id < ${before}::uuid` : Prisma.empty}
    order by schedules.id desc limit ${limit}`;
  return rows.map(scheduleOf);
}

/** As `statusOf`. */
function hasStatus(status: ScheduleStatus, now: Date): Prisma.Sql {
  if (status === 'paused') return Prisma.sql`paused_at is not null`;
  const isActive = Prisma.sql`(next_run_at is not null or coalesce(last_run_at > ${now}::timestamptz, false))`;
  return Prisma.sql`paused_at is null and ${status === 'active' ? isActive : Prisma.sql`not ${isActive}`}`;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function matchesName(name: string): Prisma.Sql {
  if (UUID.test(name)) return Prisma.sql`schedules.id = ${name}::uuid`;
  const part = `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return Prisma.sql`(name ilike ${part} or url ilike ${part})`;
}

export async function insertSchedule(tx: Pick<Tx, '$executeRaw'>, schedule: Schedule): Promise<void> {
  const { id, workspaceId, createdBy, headersBy, createdAt, version } = schedule;
  await tx.$executeRaw`
    insert into schedules (id, workspace_id, created_by, headers_by, created_at, version, updated_at, ${CHANGED_COLUMNS})
    values (${id}::uuid, ${workspaceId}::uuid, ${createdBy}::uuid, ${headersBy}::uuid, ${createdAt}::timestamptz,
            ${version}, ${schedule.updatedAt}::timestamptz, ${changedOf(schedule)})`;
}

/** Writes what people change, as the next version. */
export async function saveSchedule(tx: Sql, schedule: Schedule): Promise<Schedule> {
  const rows = await tx.$queryRaw<Row[]>`
    update schedules
    set (headers_by, updated_at, version, ${CHANGED_COLUMNS}) = (
      ${schedule.headersBy}::uuid, ${schedule.updatedAt}::timestamptz, version + 1, ${changedOf(schedule)})
    where id = ${schedule.id}::uuid and workspace_id = ${schedule.workspaceId}::uuid returning ${COLUMNS}`;
  return scheduleOf(rows[0] as Row);
}

const CHANGED_COLUMNS = Prisma.sql`
  name, cron, time_zone, repeat, start_at, end_at, catch_up, url, payload, settings, next_run_at, last_run_at, paused_at`;

function changedOf(schedule: Schedule): Prisma.Sql {
  const { startAt, endAt, nextRunAt, lastRunAt, pausedAt } = schedule;
  const instants = [nextRunAt, lastRunAt, pausedAt].map((at) => Prisma.sql`${at}::timestamptz`);
  return Prisma.sql`
    ${schedule.name}::text, ${schedule.cron}::text, ${schedule.timeZone}::text, ${schedule.repeat}::text,
    ${startAt}::timestamptz, ${endAt}::timestamptz, ${schedule.catchUp}::text, ${schedule.url}::text,
    ${schedule.payload}::text::json, ${JSON.stringify(schedule.settings)}::text::jsonb, ${Prisma.join(instants)}`;
}

/** Writes where each continues, once its runs are registered; the version stays, since no one has edited it. */
export async function saveProgress(
  tx: Pick<Tx, '$executeRaw'>,
  schedules: readonly Pick<Schedule, 'id' | 'workspaceId' | 'nextRunAt' | 'lastRunAt'>[],
): Promise<void> {
  const rows = schedules.map(({ id, workspaceId, nextRunAt, lastRunAt }) => ({
    id,
    workspace_id: workspaceId,
    next_run_at: nextRunAt,
    last_run_at: lastRunAt,
  }));
  await tx.$executeRaw`
    update schedules set next_run_at = given.next_run_at, last_run_at = given.last_run_at
    from json_to_recordset(${JSON.stringify(rows)}::text::json)
      as given (id uuid, workspace_id uuid, next_run_at timestamptz, last_run_at timestamptz)
    where schedules.id = given.id and schedules.workspace_id = given.workspace_id`;
}

export async function deleteScheduleRow(tx: Pick<Tx, '$executeRaw'>, { id, workspaceId }: Key): Promise<void> {
  await tx.$executeRaw`delete from schedules where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid`;
}

function scheduleOf({ catchUp, settings, ...row }: Row): Schedule {
  return { ...row, catchUp: catchUp as CatchUp, settings: settings ?? {} };
}
