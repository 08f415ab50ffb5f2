import type { WorkspaceSettings } from '#/lib/accounts/workspaces/workspace.ts';
import type { Tx } from '#/lib/db/client.ts';

const SETTINGS = {
  name: true,
  capSeconds: true,
  nudgeSeconds: true,
  retentionDays: true,
  allowedOrigins: true,
  timersDisabledAt: true,
  closedThrough: true,
  closingGraceDays: true,
  settledThrough: true,
} as const;

export async function insertWorkspace(tx: Tx, workspace: { id: string; name: string; createdAt: Date }): Promise<void> {
  await tx.workspace.create({ data: workspace, select: { id: true } });
}

export async function findWorkspaceSettings(tx: Pick<Tx, 'workspace'>, id: string): Promise<WorkspaceSettings | null> {
  const found = await tx.workspace.findUnique({ where: { id }, select: SETTINGS });
  const dayOf = (date: Date | null) => date?.toISOString().slice(0, 10) ?? null;
  return found && { ...found, closedThrough: dayOf(found.closedThrough), settledThrough: dayOf(found.settledThrough) };
}

/**
 * Makes changes of the workspace, changes of its memberships, and starts of timers in it wait for each other until the
 * transaction ends. Taken before any lock on a person, everywhere.
 */
export async function lockWorkspace(tx: Tx, id: string): Promise<void> {
  await tx.$queryRaw`select 1 from workspaces where id = ${id}::uuid for no key update`;
}

export async function updateWorkspace(tx: Tx, id: string, settings: WorkspaceSettings): Promise<void> {
  // Prisma writes a `date` from the day that an instant has in UTC.
  const closedThrough = settings.closedThrough && new Date(settings.closedThrough);
  const settledThrough = settings.settledThrough && new Date(settings.settledThrough);
  const data = { ...settings, closedThrough, settledThrough };
  await tx.workspace.update({ where: { id }, data, select: { id: true } });
}
