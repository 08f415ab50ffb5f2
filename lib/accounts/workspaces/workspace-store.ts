import type { Tx } from '#/lib/db/client.ts';

export async function insertWorkspace(tx: Tx, workspace: { id: string; name: string; createdAt: Date }): Promise<void> {
  await tx.workspace.create({ data: workspace, select: { id: true } });
}
