import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';
import type { EndpointHealth } from '#/lib/webhooks/endpoints/endpoint.ts';

/** Per endpoint. More would say nothing new about its health, and take long to count. */
const COUNTED = 1_000;
/** Each in the order of `alarm_history_by_endpoint`. */
const ENDED = ['delivered', 'dead', 'aborted'];

type Row = EndpointHealth & { id: string };

/**
 * The outcomes of deliveries of these endpoints of a workspace that were due since an instant: the latest that ended,
 * and those that wait for a retry. These are ordered as `alarms_by_endpoint` is, so that the planner can't walk the
 * deliveries of all endpoints instead.
 */
export async function readHealth(
  sql: Pick<Tx, '$queryRaw'>,
  { workspaceId, endpointIds }: { workspaceId: string; endpointIds: string[] },
  since: Date,
): Promise<Map<string, EndpointHealth>> {
  const latest = (status: string) => Prisma.sql`(
    select status, attempts, due_at from alarm_history
    where endpoint_id = given.id and workspace_id = ${workspaceId}::uuid and status = ${status}::alarm_status
      and due_at >= ${since} and finished_at >= ${since}
    order by due_at desc limit ${COUNTED})`;
  const rows = await sql.$queryRaw<Row[]>`
    select given.id::text,
           count(*) filter (where status = 'delivered')::int as delivered,
           count(*) filter (where status in ('dead', 'aborted'))::int as failed,
           count(*) filter (where status = 'scheduled' and attempts > 0)::int as retrying
    from unnest(${endpointIds}::uuid[]) as given (id)
    left join lateral (
      (select status, attempts from (${Prisma.join(ENDED.map(latest), ' union all ')}) as ended
       order by due_at desc limit ${COUNTED})
      union all
      (select status, attempts from alarms
       where endpoint_id = given.id and workspace_id = ${workspaceId}::uuid and status = 'scheduled'
         and least(attempts, 1) = 1 and due_at >= ${since}
       order by due_at desc limit ${COUNTED})
    ) as recent on true
    group by given.id`;
  return new Map(rows.map(({ id, ...health }) => [id, health]));
}
