import type { Ctx } from '#/lib/accounts/context.ts';
import type { InvitationWithInviter } from '#/lib/accounts/invitations/invitation.ts';
import { listOpenInvitations } from '#/lib/accounts/invitations/invitations-query.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';

/** The workspace's invitations that can still be accepted, newest first. */
export async function listInvitations(ctx: Ctx): Promise<InvitationWithInviter[]> {
  authorize(ctx, 'members:manage');
  return listOpenInvitations(ctx.db, ctx.actor.workspaceId, await ctx.clock.now(ctx.db));
}
