import type { Tx } from '#/lib/db/client.ts';

/** Whether anything was delivered to the endpoint after this instant. Days before it are not read. */
export async function hasDeliveredSince(
  tx: Pick<Tx, '$queryRaw'>,
  { id, workspaceId }: { id: string; workspaceId: string },
  since: Date,
): Promise<boolean> {
  const rows = await tx.$queryRaw<{ found: boolean }[]>`
    select exists (
      select from alarm_history
      where endpoint_id = ${id}::uuid and workspace_id = ${workspaceId}::uuid
        and status = 'delivered' and finished_at > ${since}
    ) as found`;
  return rows[0]?.found ?? false;
}
