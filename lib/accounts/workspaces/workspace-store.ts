import type { WorkspaceSettings } from '#/lib/accounts/workspaces/workspace.ts';
import type { Tx } from '#/lib/db/client.ts';

const SETTINGS = {
  name: true,
  capSeconds: true,
  nudgeSeconds: true,
  retentionDays: true,
  allowedOrigins: true,
  timersDisabledAt: true,
} as const;

export async function insertWorkspace(tx: Tx, workspace: { id: string; name: string; createdAt: Date }): Promise<void> {
  await tx.workspace.create({ data: workspace, select: { id: true } });
}

export function findWorkspaceSettings(tx: Pick<Tx, 'workspace'>, id: string): Promise<WorkspaceSettings | null> {
  return tx.workspace.findUnique({ where: { id }, select: SETTINGS });
}

/**
 * Makes changes of the workspace and of its memberships wait for each other, and for whoever is just starting a timer
 * in it, until the transaction ends. Taken before any lock on a person, everywhere.
 */
export async function lockWorkspace(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from workspaces where id = ${id}::uuid for no key update`;
}

export async function updateWorkspace(tx: Tx, id: string, settings: WorkspaceSettings): Promise<void> {
  await tx.workspace.update({ where: { id }, data: settings, select: { id: true } });
}
