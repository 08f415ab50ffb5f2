import type { Tx } from '#/lib/db/client.ts';

/**
 * Ends what waits to be sent to an endpoint, and answers how much that was. What a worker has in hand is sent, and not
 * tried again: it finds nothing to sign with (lib/alarms/secrets/signing-secrets.ts).
 */
export async function abortDeliveries(tx: Pick<Tx, '$executeRaw'>, endpointId: string, at: Date): Promise<number> {
  return tx.$executeRaw`
    with gone as (
      delete from alarms where endpoint_id = ${endpointId}::uuid and status = 'scheduled' returning *
    )
    insert into alarm_history (due_at, finished_at, created_at, deadline_at, version, attempts, max_attempts, status, id,
                               workspace_id, created_by, end_reason, name, external_id, url, payload, settings,
                               endpoint_id)
    select due_at, greatest(due_at, ${at}::timestamptz), created_at, deadline_at, version + 1, attempts, max_attempts,
           'aborted', id, workspace_id, created_by, 'aborted', name, external_id, url, payload, settings, endpoint_id
    from gone`;
}
