import { BROKER_STATUSES, type BrokerStatus } from '#/lib/bridge/brokers/broker.ts';
import type { Tx } from '#/lib/db/client.ts';

/** How many brokers of all workspaces have each status (`brokerStatus`). */
export async function countBrokersByStatus(sql: Pick<Tx, '$queryRaw'>): Promise<Record<BrokerStatus, number>> {
  const rows = await sql.$queryRaw<{ status: BrokerStatus; count: number }[]>`
    select case when paused then 'paused'
                when last_error_at >= coalesce(last_connected_at, '-infinity') then 'failing'
                when last_connected_at is null then 'unknown' else 'connected' end as status,
           count(*)::int as count
    from brokers group by 1`;
  const none = Object.fromEntries(BROKER_STATUSES.map((status) => [status, 0])) as Record<BrokerStatus, number>;
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) };
}
