import type { Alarm, EndReason } from '#/lib/alarms/alarms/alarm.ts';
import {
  type AlarmRow,
  alarmOf,
  FINISHED_COLUMNS,
  FULL_COLUMNS,
  IS_OWN_ALARM,
  MATCHES_VERSION,
  PENDING_COLUMNS,
} from '#/lib/alarms/alarms/alarm-columns.ts';
import { intoHistory } from '#/lib/alarms/alarms/history.ts';
import type { IfMatch } from '#/lib/core/if-match.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/** The client or a transaction of it. */
type Sql = Pick<Tx, '$queryRaw'>;
type Key = { id: string; workspaceId: string };

/**
 * The alarm, pending or finished, or null when the workspace has none of this id. Pending ones are read first, since
 * planning a query over all days of the history takes longer than running it. Both are read twice, since the alarm may
 * move from one to the other and back meanwhile.
 */
export async function findAlarm(sql: Sql, key: Key): Promise<Alarm | null> {
  return (await findPending(sql, key)) ?? (await findFinished(sql, key)) ?? (await findPending(sql, key));
}

async function findPending(sql: Sql, { id, workspaceId }: Key): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select ${PENDING_COLUMNS}, ${FULL_COLUMNS} from alarms
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and ${IS_OWN_ALARM}`;
  return firstOf(rows);
}

async function findFinished(sql: Sql, { id, workspaceId }: Key): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select ${FINISHED_COLUMNS}, ${FULL_COLUMNS} from alarm_history
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and ${IS_OWN_ALARM}`;
  return firstOf(rows);
}

/** Open alarms of the workspace by their external ids. */
export async function listOpenByExternalId(
  sql: Sql,
  { workspaceId, externalIds }: { workspaceId: string; externalIds: string[] },
): Promise<Alarm[]> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select ${PENDING_COLUMNS}, ${FULL_COLUMNS} from alarms
    where workspace_id = ${workspaceId}::uuid and external_id = any (${externalIds})`;
  return rows.map(alarmOf);
}

/**
 * The scheduled ones of these, in their current state, locked until the end of the transaction. One that is claimed or
 * ends while this waits is left out. Locked in the same order as by `abortSome`, so that the two can't deadlock; those
 * in flight belong to their worker, which writes their results in its own order.
 */
export async function lockScheduledByExternalId(
  tx: Sql,
  { workspaceId, externalIds }: { workspaceId: string; externalIds: string[] },
): Promise<Alarm[]> {
  const rows = await tx.$queryRaw<AlarmRow[]>`
    select ${PENDING_COLUMNS}, ${FULL_COLUMNS} from alarms
    where workspace_id = ${workspaceId}::uuid and external_id = any (${externalIds}) and alarms.status = 'scheduled'
    order by alarms.attempts > 0, alarms.due_at, alarms.id for update`;
  return rows.map(alarmOf);
}

/** Id of the open alarm with this external id, else of the one that ended last, or null. */
export async function findIdByExternalId(
  sql: Sql,
  { workspaceId, externalId }: { workspaceId: string; externalId: string },
): Promise<string | null> {
  const open = () => sql.$queryRaw<{ id: string }[]>`
    select id::text from alarms where workspace_id = ${workspaceId}::uuid and external_id = ${externalId}`;
  const ended = () => sql.$queryRaw<{ id: string }[]>`
    select id::text from alarm_history where workspace_id = ${workspaceId}::uuid and external_id = ${externalId}
    order by finished_at desc limit 1`;
  // Open ones twice, as in `findAlarm`.
  for (const look of [open, ended, open]) {
    const [found] = await look();
    if (found) return found.id;
  }
  return null;
}

/**
 * Ends an alarm that is scheduled, at one of these versions, and returns it; null when it is not scheduled anymore. The
 * same predicate as the engine's conditional update: whichever comes first wins, and the other sees it.
 */
export async function endScheduled(
  sql: Sql,
  { id, workspaceId }: Key,
  end: { status: 'aborted'; reason: EndReason; atUs: Micros; ifMatch: IfMatch },
): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    with gone as (
      delete from alarms where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status = 'scheduled'
        and ${IS_OWN_ALARM} and ${MATCHES_VERSION(end.ifMatch)}
      returning *
    )
    ${intoHistory({
      at: Prisma.sql`${formatMicros(end.atUs)}::timestamptz`,
      status: Prisma.sql`${end.status}::alarm_status`,
      reason: Prisma.sql`${end.reason}`,
    })}
    returning ${FINISHED_COLUMNS}, ${FULL_COLUMNS}`;
  return firstOf(rows);
}

/** Reschedules an alarm that is scheduled, at one of these versions, and returns it; null when there is none such. */
export async function rescheduleScheduled(
  sql: Sql,
  { id, workspaceId }: Key,
  to: { dueUs: Micros; attempts: number; ifMatch: IfMatch },
): Promise<Alarm | null> {
  const dueAt = formatMicros(to.dueUs);
  const rows = await sql.$queryRaw<AlarmRow[]>`
    update alarms set due_at = ${dueAt}::timestamptz, next_attempt_at = ${dueAt}::timestamptz, version = version + 1,
                      max_attempts = attempts + ${to.attempts}
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status = 'scheduled'
      and ${IS_OWN_ALARM} and ${MATCHES_VERSION(to.ifMatch)}
    returning ${PENDING_COLUMNS}, ${FULL_COLUMNS}`;
  return firstOf(rows);
}

/** Makes an alarm that waits for its next attempt due at this instant, and returns it; null when it waits for none. */
export async function makeScheduledDue(
  sql: Sql,
  { id, workspaceId }: Key,
  { atUs, ifMatch }: { atUs: Micros; ifMatch: IfMatch },
): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    update alarms set next_attempt_at = greatest(due_at, ${formatMicros(atUs)}::timestamptz), version = version + 1
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status = 'scheduled' and attempts > 0
      and ${IS_OWN_ALARM} and ${MATCHES_VERSION(ifMatch)}
    returning ${PENDING_COLUMNS}, ${FULL_COLUMNS}`;
  return firstOf(rows);
}

function firstOf(rows: AlarmRow[]): Alarm | null {
  return rows[0] ? alarmOf(rows[0]) : null;
}
