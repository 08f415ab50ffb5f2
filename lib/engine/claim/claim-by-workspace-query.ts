import { formatMicros } from '#/lib/core/micros.ts';
import type { Sql, Statement } from '#/lib/db/sql.ts';
import type { Claim } from '#/lib/engine/claim/claim.ts';
import type { ClaimOf } from '#/lib/engine/claim/claim-due-query.ts';
import { CLAIM_COLUMNS, readClaims } from '#/lib/engine/claim/read-claims.ts';

/** A workspace's alarms and its deliveries to endpoints have queues of their own. */
export type Kind = 'alarms' | 'deliveries';

const LAST_WORKSPACE = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * As `claim_due`, but the same number from each workspace that has something due, its first due first. Workspaces are
 * found by hops through the index `alarms_due_by_workspace`, one for each that has anything scheduled: in descending
 * order, and in each by its latest due time, since fired alarms leave dead entries at the earliest. PostgreSQL 15 has
 * no skip scan, and the one of 18 is slower here (docs/decisions/0029).
 *
 * Rows are compared as pairs, so that no other index will do: knowing that one workspace has all the rows, the planner
 * walked `alarms_due` for a row of another one (measured: 2.6 s among 2,000,000). `limit 1` keeps it from joining
 * workspaces with all due rows, as it does with `exists` (measured: 16,000 pages for 100 rows).
 */
function statement(kind: Kind): Statement {
  const scheduled = `status = 'scheduled' and endpoint_id is ${kind === 'alarms' ? '' : 'not '}null`;
  const lastOf = (which: string) =>
    `select workspace_id from alarms where ${scheduled} and ${which}
      order by workspace_id desc, next_attempt_at desc limit 1`;
  const firstDueOf = (workspace: string) =>
    `${scheduled}
        and (alarms.workspace_id, next_attempt_at) > (${workspace}.workspace_id, $1::timestamptz)
        and (alarms.workspace_id, next_attempt_at) <= (${workspace}.workspace_id, $2::timestamptz)
        order by alarms.workspace_id, next_attempt_at`;
  return {
    name: `claim_${kind}_by_workspace`,
    text: `
    with recursive workspace as (
      (${lastOf('workspace_id <= $6::uuid')})
      union all
      select before.workspace_id from workspace cross join lateral (
        ${lastOf('alarms.workspace_id < workspace.workspace_id')}
      ) as before
    ), waiting as materialized (
      select workspace.workspace_id from workspace cross join lateral (
        select from alarms where ${firstDueOf('workspace')} limit 1
      ) as first
      where workspace.workspace_id <> all ($5::uuid[]) and (select engine_may_fire())
      limit $3
    ), share as materialized (
      select greatest(1, $3 / count(*)) as size from waiting
    ), due as (
      select one.id from waiting cross join lateral (
        select id from alarms where ${firstDueOf('waiting')} limit (select size from share) for update skip locked
      ) as one
    )
    update alarms
    set status = 'firing', version = version + 1, attempts = attempts + 1, lease_until = $4::timestamptz
    where id = any (array(select id from due))
    returning (select size::int from share) as share, ${CLAIM_COLUMNS}`,
  };
}

const STATEMENTS = { alarms: statement('alarms'), deliveries: statement('deliveries') };

/** `without`: workspaces to leave out. `from`: the workspace to begin at, in descending order. */
export type ClaimByWorkspace = ClaimOf & { kind: Kind; without: readonly string[]; from: string | null };
/** `isAll`: no workspace had more. `nextFrom`: where to continue when there were more workspaces than rows. */
export type ClaimedByWorkspace = { claims: Claim[]; isAll: boolean; nextFrom: string | null };

/** Claims about the same number from each workspace, about `limit` in total, the first due first. */
export async function claimByWorkspace(sql: Sql, claim: ClaimByWorkspace): Promise<ClaimedByWorkspace> {
  const values = [
    claim.afterUs === null ? '-infinity' : formatMicros(claim.afterUs),
    formatMicros(claim.untilUs),
    claim.limit,
    formatMicros(claim.leaseUntilUs),
    claim.without,
    claim.from ?? LAST_WORKSPACE,
  ];
  const how = { statement: STATEMENTS[claim.kind], values, leaseUntilUs: claim.leaseUntilUs };
  const { claims, rows } = await readClaims<{ share: number }>(sql, how);
  const counts = new Map<string, number>();
  for (const { workspaceId } of claims) counts.set(workspaceId, (counts.get(workspaceId) ?? 0) + 1);
  const share = rows[0]?.share ?? Number.POSITIVE_INFINITY;
  const hasMoreWorkspaces = counts.size >= claim.limit;
  const nextFrom = hasMoreWorkspaces ? ([...counts.keys()].sort()[0] as string) : null;
  const isAll = claim.from === null && !hasMoreWorkspaces && [...counts.values()].every((count) => count < share);
  return { claims, isAll, nextFrom };
}
