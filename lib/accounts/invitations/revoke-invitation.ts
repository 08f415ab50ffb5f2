import { type InvitationWithInviter, invitationNotFound } from '#/lib/accounts/invitations/invitation.ts';
import { invitationJson } from '#/lib/accounts/invitations/invitation-json.ts';
import type { RevokeInvitationInput } from '#/lib/accounts/invitations/invitation-schemas.ts';
import { findInvitationForUpdate, markInvitationRevoked } from '#/lib/accounts/invitations/invitation-store.ts';
import { findInvitationWithInviter, listOpenInvitations } from '#/lib/accounts/invitations/invitations-query.ts';
import { lockMemberships } from '#/lib/accounts/memberships/lock-memberships.ts';
import type { Ctx, TxCtx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Revokes a link. Revoking it again changes nothing.
 * @throws AppError 404 `invitation_not_found`; 409 `invitation_accepted` when someone accepted it first
 */
export function revokeInvitation(ctx: Ctx, input: RevokeInvitationInput): Promise<InvitationWithInviter> {
  authorize(ctx, 'members:manage');
  return transaction(ctx, async (ctx) => {
    const { workspaceId } = ctx.actor;
    await lockMemberships(ctx, 'members:manage');
    await findInvitationForUpdate(ctx.tx, workspaceId, input.id);
    const before = await findInvitationWithInviter(ctx.tx, workspaceId, input.id);
    if (!before) throw invitationNotFound();
    if (before.acceptedAt) throw invitationAccepted();
    if (before.revokedAt) return before;
    return revoke(ctx, before);
  });
}

/**
 * Revokes the open invitations that a person has created, inside the caller's transaction, which holds the workspace's
 * lock: a person who loses the permission must not keep letting people in.
 */
export async function revokeInvitationsOf(ctx: TxCtx, userId: string): Promise<void> {
  const open = await listOpenInvitations(ctx.tx, ctx.actor.workspaceId, await ctx.clock.now(ctx.tx), userId);
  for (const invitation of open) await revoke(ctx, invitation);
}

async function revoke(ctx: TxCtx, before: InvitationWithInviter): Promise<InvitationWithInviter> {
  const after = { ...before, revokedAt: await ctx.clock.now(ctx.tx) };
  await markInvitationRevoked(ctx.tx, before.id, after.revokedAt);
  await recordEvent(ctx, {
    type: 'invitation.revoked',
    subjectId: before.id,
    userId: null,
    data: { before: invitationJson(before), after: invitationJson(after) },
  });
  return after;
}

function invitationAccepted(): AppError {
  return new AppError('invitation_accepted');
}
