import { findMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { setSessionWorkspace } from '#/lib/accounts/sessions/session-store.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import { workspaceNotFound } from '#/lib/accounts/workspaces/workspace-errors.ts';
import type { SwitchWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Moves this session to another of the person's workspaces.
 * @throws AppError 404 `workspace_not_found` unless the membership is enabled; 403 `session_required` for a key
 */
export function switchWorkspace(ctx: Ctx, input: SwitchWorkspaceInput): Promise<Workspace> {
  const sessionId = requireSession(ctx, 'switch workspaces');
  const { userId } = ctx.actor;
  return transaction(ctx, async (ctx) => {
    const membership = await findMembership(ctx.tx, input.workspace_id, userId);
    if (!membership || membership.disabledAt) throw workspaceNotFound();
    const { workspaceId, role } = membership;
    const actor = { ...ctx.actor, workspaceId, role, scopes: new Set<string>(permissionsOf(role)) };
    const from = (await setSessionWorkspace(ctx.tx, sessionId, workspaceId)) ?? ctx.actor.workspaceId;
    if (from !== workspaceId) {
      // Recorded in the workspace that is entered, as sign-ins are. It must not learn which one was left.
      const data = { before: null, after: { id: sessionId } };
      await recordEvent({ ...ctx, actor }, { type: 'session.switched', subjectId: sessionId, userId, data });
    }
    return getWorkspace({ ...ctx, actor });
  });
}
