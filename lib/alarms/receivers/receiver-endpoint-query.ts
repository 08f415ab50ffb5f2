import type { Tx } from '#/lib/db/client.ts';

/** Whether there is such an endpoint. If so, it can't be changed or deleted until the end of the transaction. */
export async function lockReceiverEndpoint(
  tx: Pick<Tx, '$queryRaw'>,
  { endpointId, workspaceId }: { endpointId: string; workspaceId: string },
): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select id from endpoints where id = ${endpointId}::uuid and workspace_id = ${workspaceId}::uuid for no key update`;
  return rows.length > 0;
}
