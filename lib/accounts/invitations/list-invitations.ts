import type { InvitationWithInviter } from '#/lib/accounts/invitations/invitation.ts';
import { listOpenInvitations } from '#/lib/accounts/invitations/invitations-query.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';

/** The workspace's invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: Ctx): Promise<InvitationWithInviter[]> {
  authorize(ctx, 'members:manage');
  return listOpenInvitations(ctx.db, ctx.actor.workspaceId, await ctx.clock.now(ctx.db));
}
