import type { Tx } from '#/lib/db/client.ts';

export type Workspace = { id: string; name: string; capSeconds: number };

const COLUMNS = { id: true, name: true, capSeconds: true } as const;

export async function insertWorkspace(tx: Tx, workspace: { id: string; name: string; createdAt: Date }): Promise<void> {
  await tx.workspace.create({ data: workspace, select: { id: true } });
}

export function findWorkspace(tx: Pick<Tx, 'workspace'>, id: string): Promise<Workspace | null> {
  return tx.workspace.findUnique({ where: { id }, select: COLUMNS });
}
