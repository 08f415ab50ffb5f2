import { authorizeOwnership } from '#/lib/accounts/memberships/authorize-ownership.ts';
import { insertMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import { workspaceSettingsJson } from '#/lib/accounts/workspaces/workspace-json.ts';
import type { CreateWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import { insertWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Creates a workspace that the caller owns. The session stays in its workspace: `switchWorkspace` changes that.
 * @throws AppError 403 `session_required`, since a key belongs to one workspace; 409 `too_many_workspaces` for a person
 * who owns 50
 */
export function createWorkspace(ctx: Ctx, input: CreateWorkspaceInput): Promise<Workspace> {
  requireSession(ctx, 'create a workspace');
  return transaction(ctx, async (ctx) => {
    await authorizeOwnership(ctx.tx, ctx.actor.userId, 'actor');
    const createdAt = await ctx.clock.now(ctx.tx);
    const actor = { ...ctx.actor, workspaceId: newId(), role: 'owner' as const };
    const there = { ...ctx, actor };
    await insertWorkspace(ctx.tx, { id: actor.workspaceId, name: input.name, createdAt });
    await insertMembership(ctx.tx, { workspaceId: actor.workspaceId, userId: actor.userId, role: 'owner', createdAt });
    const workspace = await getWorkspace(there);
    await recordEvent(there, {
      type: 'workspace.created',
      subjectId: workspace.id,
      userId: actor.userId,
      data: { before: null, after: workspaceSettingsJson(workspace) },
    });
    return workspace;
  });
}
