import { abortedIntoHistory } from '#/lib/alarms/alarms/history.ts';
import type { Tx } from '#/lib/db/client.ts';

type Sql = Pick<Tx, '$queryRaw'>;
type Endpoint = { id: string; workspaceId: string };

/**
 * Deliveries that wait to be sent to an endpoint, where `most` means that many or more. By `alarms_by_endpoint`,
 * reading hardly more rows than that (it skips those that fire): an endpoint that was down for days has hundreds of
 * thousands. A row that is not firing is scheduled; written as `<> 'firing'`, it keeps the planner from walking
 * `deliveries_due_by_workspace`, with the deliveries of all endpoints.
 */
export async function countOpen(sql: Sql, { id, workspaceId }: Endpoint, most: number): Promise<number> {
  const rows = await sql.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (
      select from alarms
      where endpoint_id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status <> 'firing' limit ${most}
    ) as open`;
  return rows[0]?.count ?? 0;
}

/**
 * Endpoints of any workspace that have deliveries and are deleted or disabled. Goes from one endpoint to the next by
 * `alarms_by_endpoint`, one index lookup for each, rather than through all their deliveries.
 */
export async function listAbandoned(sql: Sql): Promise<Endpoint[]> {
  return sql.$queryRaw<Endpoint[]>`
    with recursive found (id) as (
      (select endpoint_id from alarms where endpoint_id is not null order by endpoint_id limit 1)
      union all
      select (select endpoint_id from alarms where endpoint_id > found.id order by endpoint_id limit 1)
      from found where found.id is not null
    )
    select found.id::text, first.workspace_id::text as "workspaceId"
    from found cross join lateral (
      select workspace_id from alarms where endpoint_id = found.id order by endpoint_id limit 1
    ) as first
    where found.id is not null
      and not exists (select from endpoints where endpoints.id = found.id and disabled_at is null)`;
}

/** Whether the endpoint is sent to; it can't be enabled or disabled until the end of the transaction. */
export async function isEnabled(tx: Sql, endpointId: string): Promise<boolean> {
  const rows = await tx.$queryRaw<{ enabled: boolean }[]>`
    select disabled_at is null as enabled from endpoints where id = ${endpointId}::uuid for share`;
  return rows[0]?.enabled ?? false;
}

/**
 * Ends up to `limit` deliveries that wait to be sent to an endpoint, and returns how many. Claimed deliveries are ended
 * by their worker, which finds nothing to sign with (lib/webhooks/secrets/signing-secrets.ts). They end at `at`, before
 * they are due where jitter spreads a resend over days: the history has partitions for two weeks ahead, not for years.
 */
export async function abortDeliveries(
  tx: Pick<Tx, '$executeRaw'>,
  { endpoint: { id, workspaceId }, limit, at }: { endpoint: Endpoint; limit: number; at: Date },
): Promise<number> {
  return tx.$executeRaw`
    with picked as (
      select id from alarms
      where endpoint_id = ${id}::uuid and workspace_id = ${workspaceId}::uuid and status = 'scheduled'
      order by least(attempts, 1), due_at limit ${limit} for update skip locked
    ), gone as (
      delete from alarms where id = any (array(select id from picked)) and workspace_id = ${workspaceId}::uuid
      returning *
    )
    ${abortedIntoHistory(at)}`;
}
