import type { Alarm, EndReason } from '#/lib/alarms/alarms/alarm.ts';
import {
  type AlarmRow,
  alarmOf,
  FINISHED_COLUMNS,
  type LISTED,
  OWN,
  PENDING_COLUMNS,
  WHOLE,
} from '#/lib/alarms/alarms/alarm-columns.ts';
import { formatMicros, type Micros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';

/** The client or a transaction of it. */
type Sql = Pick<Tx, '$queryRaw'>;
type Key = { id: string; workspaceId: string };

/**
 * The alarm, pending or finished, or null when the workspace has none of this id. Pending ones first: to plan a look into
 * all days of the history takes longer than the look. Twice, since it may go from one to the other and back meanwhile.
 */
export async function findAlarm(sql: Sql, key: Key): Promise<Alarm | null> {
  return (await findPending(sql, key)) ?? (await findFinished(sql, key)) ?? (await findPending(sql, key));
}

async function findPending(sql: Sql, { id, workspaceId }: Key): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select ${PENDING_COLUMNS}, ${WHOLE} from alarms
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and ${OWN}`;
  return firstOf(rows);
}

async function findFinished(sql: Sql, { id, workspaceId }: Key): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    select ${FINISHED_COLUMNS}, ${WHOLE} from alarm_history
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and ${OWN}`;
  return firstOf(rows);
}

/** Alarms of the workspace by the names that integrators gave them, whole only where all of it is shown. */
export async function listAlarmsNamed(
  sql: Sql,
  { workspaceId, externalIds }: { workspaceId: string; externalIds: string[] },
  columns: typeof WHOLE | typeof LISTED,
): Promise<Alarm[]> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    with wanted as materialized (
      select alarm_id from alarm_keys where workspace_id = ${workspaceId}::uuid and external_id = any (${externalIds})
    )
    select ${PENDING_COLUMNS}, ${columns} from alarms where id in (select alarm_id from wanted)
    union all
    select ${FINISHED_COLUMNS}, ${columns} from alarm_history where id in (select alarm_id from wanted)`;
  return rows.map(alarmOf);
}

/**
 * Ends an alarm that is scheduled and answers it; null when it is not scheduled any more. The same predicate as the
 * engine's gate: whichever comes first wins, and the other sees it.
 */
export async function endScheduled(
  sql: Sql,
  { id, workspaceId }: Key,
  end: { status: 'aborted'; reason: EndReason; atUs: Micros },
): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    with gone as (
      delete from alarms where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status = 'scheduled'
        and ${OWN}
      returning *
    )
    insert into alarm_history (due_at, finished_at, created_at, deadline_at, version, attempts, max_attempts, status, id,
                               workspace_id, created_by, end_reason, name, external_id, url, payload, settings)
    select due_at, ${formatMicros(end.atUs)}::timestamptz, created_at, deadline_at, version + 1, attempts, max_attempts,
           ${end.status}::alarm_status, id, workspace_id, created_by, ${end.reason}, name, external_id, url, payload,
           settings
    from gone
    returning ${FINISHED_COLUMNS}, ${WHOLE}`;
  return firstOf(rows);
}

/** Moves an alarm that is scheduled, at this version when one is given, and answers it; null when it did not. */
export async function moveScheduled(
  sql: Sql,
  { id, workspaceId }: Key,
  to: { dueUs: Micros; tries: number; version: number | null },
): Promise<Alarm | null> {
  const dueAt = formatMicros(to.dueUs);
  const rows = await sql.$queryRaw<AlarmRow[]>`
    update alarms set due_at = ${dueAt}::timestamptz, next_attempt_at = ${dueAt}::timestamptz, version = version + 1,
                      max_attempts = attempts + ${to.tries}
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status = 'scheduled'
      and ${OWN} and version = coalesce(${to.version}::int, version)
    returning ${PENDING_COLUMNS}, ${WHOLE}`;
  return firstOf(rows);
}

/** Makes an alarm that waits for its next try due at this instant, and answers it; null when it waits for none. */
export async function hurryScheduled(sql: Sql, { id, workspaceId }: Key, atUs: Micros): Promise<Alarm | null> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    update alarms set next_attempt_at = greatest(due_at, ${formatMicros(atUs)}::timestamptz), version = version + 1
    where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status = 'scheduled' and attempts > 0
      and ${OWN}
    returning ${PENDING_COLUMNS}, ${WHOLE}`;
  return firstOf(rows);
}

function firstOf(rows: AlarmRow[]): Alarm | null {
  return rows[0] ? alarmOf(rows[0]) : null;
}
