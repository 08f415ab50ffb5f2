import type { Alarm } from '#/lib/alarms/alarms/alarm.ts';
import {
  type AlarmRow,
  alarmOf,
  FULL_COLUMNS,
  IS_OWN_ALARM,
  PENDING_COLUMNS,
} from '#/lib/alarms/alarms/alarm-columns.ts';
import { resealHeaders } from '#/lib/alarms/alarms/sealed-headers.ts';
import type { NewAlarm } from '#/lib/alarms/registration/plan-alarm.ts';
import { formatMicros } from '#/lib/core/micros.ts';
import type { Tx } from '#/lib/db/client.ts';

/** An open alarm as it was read, and what it is to become. */
export type Replacement = { open: Alarm; requested: NewAlarm };

/**
 * Gives scheduled alarms, locked by the caller, everything that new ones would have, and returns them. The version is
 * still the fencing token: a worker that claimed the earlier version does not send what was replaced. `created_by`
 * changes too, since only the author of an alarm's credentials may read them.
 */
export async function replaceScheduled(
  sql: Pick<Tx, '$queryRaw'>,
  replacements: readonly Replacement[],
): Promise<Alarm[]> {
  const rows = await sql.$queryRaw<AlarmRow[]>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(replacements.map(recordOf))}::text::json) as g (
        id uuid, workspace_id uuid, version int, created_by uuid, due_at timestamptz, deadline_at timestamptz,
        max_attempts int, name text, url text, payload text, settings jsonb)
    ), replaced as (
    update alarms
    set due_at = given.due_at, next_attempt_at = given.due_at, deadline_at = given.deadline_at,
        max_attempts = attempts + given.max_attempts, name = given.name, url = given.url,
        payload = given.payload::json, settings = given.settings, created_by = given.created_by,
        version = alarms.version + 1
    from given
    where alarms.id = any (array(select given.id from given)) and alarms.id = given.id
      and alarms.workspace_id = given.workspace_id and alarms.version = given.version
      and alarms.status = 'scheduled' and ${IS_OWN_ALARM}
    returning alarms.*
    )
    select ${PENDING_COLUMNS}, ${FULL_COLUMNS} from replaced`;
  return rows.map(alarmOf);
}

function recordOf({ open, requested }: Replacement) {
  const settings = {
    ...resealHeaders(requested.settings, { from: requested.id, to: open.id }),
    ...(requested.isFromNow && { replaced_us: requested.createdUs }),
  };
  return {
    id: open.id,
    workspace_id: open.workspaceId,
    version: open.version,
    created_by: requested.createdBy,
    due_at: formatMicros(requested.dueUs),
    deadline_at: requested.deadlineUs === null ? undefined : formatMicros(requested.deadlineUs),
    max_attempts: requested.maxAttempts,
    name: requested.name ?? undefined,
    url: requested.url ?? undefined,
    payload: requested.payload ?? undefined,
    settings: Object.keys(settings).length > 0 ? settings : undefined,
  };
}
