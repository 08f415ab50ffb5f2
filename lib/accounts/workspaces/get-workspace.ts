import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import { workspaceNotFound } from '#/lib/accounts/workspaces/workspace-errors.ts';
import { findWorkspaceSettings } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { Ctx } from '#/lib/context/context.ts';

/** The workspace of this session or key, with all its settings. Any member may see them; none is ever deleted. */
export async function getWorkspace(ctx: Ctx): Promise<Workspace> {
  const { workspaceId, role } = ctx.actor;
  const settings = await findWorkspaceSettings(ctx.tx ?? ctx.db, workspaceId);
  if (!settings) throw workspaceNotFound();
  return { id: workspaceId, role, ...settings };
}
