import { endMembership } from '#/lib/accounts/memberships/end-membership.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { requireWorkspace } from '#/lib/accounts/workspaces/require-workspace.ts';
import type { LeaveWorkspaceInput } from '#/lib/accounts/workspaces/workspace-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { releaseMember } from '#/lib/tracking/members/release-member.ts';

/**
 * Removes the actor from the workspace, as `removeMember` does others. The input names it, since the session then moves
 * to another one, which a repeated request must not leave too.
 * @throws AppError 409 `owner_must_transfer`, `workspace_switched`; 403 `session_required`: a key with few scopes must
 * not decide for its owner
 */
export async function leaveWorkspace(ctx: Ctx, { workspace_id }: LeaveWorkspaceInput): Promise<Member> {
  requireSession(ctx, 'leave the workspace');
  await requireWorkspace(ctx, workspace_id);
  return transaction(ctx, async (ctx) => {
    const member = await endMembership(ctx, ctx.actor.userId, 'leave');
    await releaseMember(ctx, member.userId, 'member_left');
    return { ...member, running: null };
  });
}
