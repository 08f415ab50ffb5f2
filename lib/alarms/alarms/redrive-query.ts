import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import {
  type AlarmRow,
  alarmOf,
  FINISHED_COLUMNS,
  LISTED,
  OWN,
  PENDING_COLUMNS,
  WHOLE,
} from '#/lib/alarms/alarms/alarm-columns.ts';
import { matchesName } from '#/lib/alarms/alarms/list-alarms-query.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type DeadFilter = {
  workspaceId: string;
  ids?: string[] | undefined;
  name?: string | undefined;
  diedFrom?: Micros | undefined;
  diedTo?: Micros | undefined;
};
/** When to try again, over how long a stretch, and how often where the alarm does not say. */
export type Again = { nowUs: Micros; spreadMs: number; defaultTries: number };

/** How many tries the policy in the settings allows, else the default. */
const TRIES = (fallback: number) => Prisma.sql`
  1 + coalesce(jsonb_array_length(settings -> 'retry' -> 'delays_ms'), (settings -> 'retry' ->> 'count')::int,
               ${fallback - 1}::int)`;

/** Brings finished alarms back as scheduled ones: same id, attempts counted on, tries anew, no deadline. */
const bringBack = (which: Prisma.Sql, { nowUs, spreadMs, defaultTries }: Again) => Prisma.sql`
  with gone as (
    delete from alarm_history using (${which}) as picked
    where alarm_history.id = picked.id and alarm_history.finished_at = picked.finished_at
    returning alarm_history.*
  )
  insert into alarms (due_at, next_attempt_at, created_at, version, attempts, max_attempts, id, workspace_id,
                      created_by, name, external_id, url, payload, settings)
  select due_at,
         greatest(due_at, ${formatMicros(nowUs)}::timestamptz + random() * ${spreadMs}::float8 * interval '1 millisecond'),
         created_at, version + 1, attempts, attempts + ${TRIES(defaultTries)}, id, workspace_id, created_by,
         name, external_id, url, payload, settings
  from gone`;

/** Brings back one finished alarm and answers it; null when it is not there any more. */
export async function redriveOne(
  sql: Pick<Tx, '$queryRaw'>,
  { id, workspaceId }: { id: string; workspaceId: string },
  again: Again,
): Promise<Alarm | null> {
  const which = Prisma.sql`
    select id, finished_at from alarm_history
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and ${OWN} for update`;
  const rows = await sql.$queryRaw<AlarmRow[]>`
    ${bringBack(which, again)} returning ${PENDING_COLUMNS}, ${WHOLE}`;
  return rows[0] ? alarmOf(rows[0]) : null;
}

/** Brings back up to `limit` dead letters that the filter finds, oldest first, and answers how many. */
export async function redriveDead(
  sql: Pick<Tx, '$executeRaw'>,
  filter: DeadFilter,
  again: Again & { limit: number },
): Promise<number> {
  const which = Prisma.sql`
    select id, finished_at from alarm_history where ${isDead(filter)}
    order by finished_at limit ${again.limit} for update skip locked`;
  return sql.$executeRaw`${bringBack(which, again)}`;
}

export async function countDead(sql: Pick<Tx, '$queryRaw'>, filter: DeadFilter): Promise<number> {
  const rows = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from alarm_history where ${isDead(filter)}`;
  return rows[0]?.count ?? 0;
}

/** Dead letters, the latest first, without headers and payloads. */
export async function listDead(
  sql: Pick<Tx, '$queryRaw'>,
  filter: DeadFilter,
  { limit, after }: { limit: number; after: { finishedUs: Micros; id: string } | null },
): Promise<Alarm[]> {
  const beyond = after
    ? Prisma.sql`and (finished_at, id) < (${formatMicros(after.finishedUs)}::timestamptz, ${after.id}::uuid)`
    : Prisma.empty;
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select ${FINISHED_COLUMNS}, ${LISTED} from alarm_history where ${isDead(filter)} ${beyond}
    order by finished_at desc, alarm_history.id desc limit ${limit}`;
  return rows.map(alarmOf);
}

/** What `alarm_history_dead` finds. */
function isDead({ workspaceId, ids, name, diedFrom, diedTo }: DeadFilter): Prisma.Sql {
  return Prisma.join(
    [
      Prisma.sql`workspace_id = ${workspaceId}::uuid and status = 'dead' and ${OWN}`,
      ...(ids ? [Prisma.sql`id = any (${ids}::uuid[])`] : []),
      ...(name ? [matchesName(name)] : []),
      ...(diedFrom === undefined ? [] : [Prisma.sql`finished_at >= ${formatMicros(diedFrom)}::timestamptz`]),
      ...(diedTo === undefined ? [] : [Prisma.sql`finished_at < ${formatMicros(diedTo)}::timestamptz`]),
    ],
    ' and ',
  );
}
