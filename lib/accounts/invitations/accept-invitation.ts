import { invitationNotFound } from '#/lib/accounts/invitations/invitation.ts';
import { joinByInvitation, lockInvitation } from '#/lib/accounts/invitations/join-by-invitation.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { setSessionWorkspace } from '#/lib/accounts/sessions/session-store.ts';
import { invitationSecret } from '#/lib/accounts/users/user-schemas.ts';
import { findUser } from '#/lib/accounts/users/user-store.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';

/**
 * Makes the signed-in person a member of the workspace that the link is for, and switches this session to it.
 * @throws AppError 404 `invitation_not_found`; 409 `already_member`; 410 `invitation_gone` when it was used, revoked or
 * has expired; 403 `invitation_for_someone_else`
 */
export async function acceptInvitation(ctx: Ctx, secret: string): Promise<Workspace> {
  const sessionId = requireSession(ctx, 'accept an invitation');
  if (!invitationSecret.safeParse(secret).success) throw invitationNotFound();
  return transaction(ctx, async (ctx) => {
    const user = await findUser(ctx.tx, ctx.actor.userId);
    if (!user) throw notFound('user');
    const invitation = await lockInvitation(ctx, secret);
    const actor = await joinByInvitation(ctx, invitation, { ...user, credential: ctx.actor.credential });
    await setSessionWorkspace(ctx.tx, sessionId, actor.workspaceId);
    return getWorkspace({ ...ctx, actor });
  });
}
