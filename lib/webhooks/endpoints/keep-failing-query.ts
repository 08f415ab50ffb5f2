import { ofWorkspace } from '#/lib/alarms/alarms/of-workspace.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

export type Found = { id: string; workspaceId: string; createdBy: string };
/**
 * `failingSince`: the latest start of the failures. `spans`: an attempt failed in each of them; the end is exclusive.
 */
type Filter = { failingSince: Date; spans: readonly (readonly [from: Date, to: Date])[]; limit: number };

/**
 * Enabled endpoints of any workspace that have failed for this long, and kept failing in each of these spans, the
 * longest first. Quiet ones are left out here, so that they never use up the limit.
 */
export function listKeepFailing(tx: Pick<Tx, '$queryRaw'>, { failingSince, spans, limit }: Filter): Promise<Found[]> {
  const retained = spans.map(([from, to]) => Prisma.sql`and ${hasFailed(from, to)}`);
  return tx.$queryRaw<Found[]>`
    select endpoints.id::text, endpoints.workspace_id::text as "workspaceId",
           endpoints.created_by::text as "createdBy"
    from endpoints
    where endpoints.disabled_at is null and endpoints.failing_since <= ${failingSince} ${Prisma.join(retained, ' ')}
    order by endpoints.failing_since limit ${limit}`;
}

/**
 * Reads the endpoint's deliveries, and their attempts one delivery after the other until one matches: an endpoint that
 * fails all day has a match early. The limit keeps the planner from reading the attempts of all workspaces on that day
 * instead.
 */
function hasFailed(from: Date, to: Date): Prisma.Sql {
  return Prisma.sql`exists (
    select from (
      select id from alarms
      where endpoint_id = endpoints.id and workspace_id = endpoints.workspace_id and attempts > 0
      union all
      select id from alarm_history
      where endpoint_id = endpoints.id and workspace_id = endpoints.workspace_id and finished_at >= ${from}
    ) as sent
    cross join lateral (
      select from alarm_attempts
      where alarm_id = sent.id and ${ofWorkspace(Prisma.sql`endpoints.workspace_id`)}
        and started_at >= ${from} and started_at < ${to} and outcome <> 'delivered'
      limit 1
    ) as tried)`;
}
