import type { AlarmSettings } from '#/lib/alarms/alarms/alarm.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';

/** Payload and settings of an alarm, and how many bytes of text they are. */
export type Body = Pick<Claim, 'payload' | 'settings'> & { bytes: number };

type Row = { id: string; payload: string | null; settings: AlarmSettings | null; bytes: number };

/**
 * By the version that was claimed: this worker must not send what others have reclaimed since. By `any` too: a plan
 * made on an empty table would join by a scan of the whole table.
 */
const LOAD: Statement = {
  name: 'load_bodies',
  text: `
    select alarms.id::text, payload::text, settings,
           coalesce(octet_length(payload::text), 0) + coalesce(octet_length(settings::text), 0) as bytes
    from alarms join unnest($1::uuid[], $2::int[], $3::uuid[]) as claimed (id, version, workspace_id)
      on alarms.id = claimed.id and alarms.workspace_id = claimed.workspace_id and alarms.version = claimed.version
    where alarms.id = any ($1)`,
};

/** Bodies of these claimed alarms by id, without those that are no longer claimed. */
export async function loadBodies(
  sql: Sql,
  claims: readonly Pick<Claim, 'id' | 'workspaceId' | 'version'>[],
): Promise<Map<string, Body>> {
  const rows = await sql<Row>(LOAD, [
    claims.map(({ id }) => id),
    claims.map(({ version }) => version),
    claims.map(({ workspaceId }) => workspaceId),
  ]);
  return new Map(
    rows.map(({ id, payload, settings, bytes }) => [id, { payload, settings: settings ?? {}, bytes }] as const),
  );
}
