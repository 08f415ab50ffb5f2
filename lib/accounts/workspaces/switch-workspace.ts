import type { Ctx } from '#/lib/accounts/context.ts';
import { findMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { permissionsOf } from '#/lib/accounts/roles/role.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { setSessionWorkspace } from '#/lib/accounts/sessions/session-store.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import { workspaceNotFound } from '#/lib/accounts/workspaces/workspace-refusals.ts';
import type { SwitchWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';

/**
 * Lets this sign-in work in another of the person's workspaces from now on. Where one looks is no change to anything
 * that others see, so the feed does not tell of it.
 * @throws AppError 404 `workspace_not_found` unless the membership is open; 403 `session_required` for a key
 */
export function switchWorkspace(ctx: Ctx, input: SwitchWorkspaceInput): Promise<Workspace> {
  const sessionId = requireSession(ctx, 'switch workspaces');
  const { userId } = ctx.actor;
  return transaction(ctx, async (ctx) => {
    const membership = await findMembership(ctx.tx, input.workspace_id, userId);
    if (!membership || membership.disabledAt) throw workspaceNotFound();
    const { workspaceId, role } = membership;
    await setSessionWorkspace(ctx.tx, sessionId, workspaceId);
    return getWorkspace({ ...ctx, actor: { ...ctx.actor, workspaceId, role, scopes: new Set(permissionsOf(role)) } });
  });
}
