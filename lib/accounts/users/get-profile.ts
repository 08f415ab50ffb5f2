import type { Ctx } from '#/lib/accounts/context.ts';
import type { User } from '#/lib/accounts/users/user.ts';
import { findUser } from '#/lib/accounts/users/user-store.ts';
import { findWorkspace, type Workspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import { notFound } from '#/lib/core/errors.ts';

/** Who the actor is and where they work. */
export async function getProfile(ctx: Pick<Ctx, 'db' | 'actor'>): Promise<{ user: User; workspace: Workspace }> {
  const [user, workspace] = await Promise.all([
    findUser(ctx.db, ctx.actor.userId),
    findWorkspace(ctx.db, ctx.actor.workspaceId),
  ]);
  if (!user) throw notFound('user');
  if (!workspace) throw notFound('workspace');
  return { user, workspace };
}
