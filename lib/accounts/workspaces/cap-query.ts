import type { Tx } from '#/lib/db/client.ts';

/** The workspace's longest timer, in seconds of elapsed time. */
export async function findCapSeconds(tx: Tx, workspaceId: string): Promise<number> {
  const workspace = await tx.workspace.findUniqueOrThrow({ where: { id: workspaceId }, select: { capSeconds: true } });
  return workspace.capSeconds;
}
