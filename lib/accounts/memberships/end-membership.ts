import { revokeKeysOf } from '#/lib/accounts/api-keys/revoke-api-key.ts';
import { revokeInvitationsOf } from '#/lib/accounts/invitations/revoke-invitation.ts';
import { findMemberAsSeen } from '#/lib/accounts/memberships/list-members.ts';
import { lockMemberships } from '#/lib/accounts/memberships/lock-memberships.ts';
import { membershipJson } from '#/lib/accounts/memberships/member-json.ts';
import { type Member, membershipChangeError } from '#/lib/accounts/memberships/membership.ts';
import { deleteMembership } from '#/lib/accounts/memberships/membership-store.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Removes a member, inside the caller's transaction, and returns the member before it. Their keys of this workspace and
 * the open invitations they made are revoked, their recorded time stays. Callers use `removeMember` and
 * `leaveWorkspace` of lib/tracking/members: running timers must stop.
 * @throws AppError 404 `member_not_found`; 409 `owner_must_transfer` or `member_is_yourself`
 */
export async function endMembership(ctx: TxCtx, userId: string, kind: 'remove' | 'leave'): Promise<Member> {
  await lockMemberships(ctx, kind === 'remove' ? 'members:manage' : null);
  const member = await findMemberAsSeen(ctx, userId);
  const { workspaceId } = ctx.actor;
  const rejection = membershipChangeError({ ...member, workspaceId }, { kind }, ctx.actor.userId);
  if (rejection) throw rejection;
  await revokeKeysOf(ctx, userId);
  await revokeInvitationsOf(ctx, userId);
  await deleteMembership(ctx.tx, { workspaceId, userId });
  await recordEvent(ctx, {
    type: kind === 'remove' ? 'member.removed' : 'member.left',
    subjectId: userId,
    userId,
    data: { before: membershipJson(member), after: null },
  });
  return member;
}
