import { listOwnWorkspaces } from '#/lib/accounts/workspaces/own-workspaces-query.ts';
import type { WorkspaceRef } from '#/lib/accounts/workspaces/workspace.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** The workspaces that are open to this session, oldest membership first; for a key, only its own. */
export async function listWorkspaces(ctx: Ctx): Promise<WorkspaceRef[]> {
  const { userId, workspaceId, credential } = ctx.actor;
  const all = await listOwnWorkspaces(ctx.db, userId, workspaceId);
  const open = credential.kind === 'session' ? all : all.filter(({ id }) => id === workspaceId);
  return open.map((workspace) => ({ ...workspace, current: workspace.id === workspaceId }));
}
