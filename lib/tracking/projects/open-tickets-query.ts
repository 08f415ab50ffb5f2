import type { Tx } from '#/lib/db/client.ts';

/** How many open tickets each of these projects has; those without any are left out. */
export async function countOpenTickets(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.$queryRaw<{ id: string; count: number }[]>`
    select project_id as id, count(*)::int as count from tickets
    where workspace_id = ${workspaceId}::uuid and project_id = any(${projectIds}::uuid[]) and archived_at is null
    group by project_id`;
  return new Map(rows.map(({ id, count }) => [id, count]));
}
