import { revokeInvitationsOf } from '#/lib/accounts/invitations/revoke-invitation.ts';
import { findMemberAsSeen } from '#/lib/accounts/memberships/list-members.ts';
import { lockMemberships } from '#/lib/accounts/memberships/lock-memberships.ts';
import { membershipJson } from '#/lib/accounts/memberships/member-json.ts';
import { type Member, membershipChangeError } from '#/lib/accounts/memberships/membership.ts';
import type { EditMemberInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import { updateMembership } from '#/lib/accounts/memberships/membership-store.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import { authorizeRoleGrant } from '#/lib/context/roles/authorize.ts';
import type { EventType } from '#/lib/feed/events/event-types.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

export type MemberChange = EditMemberInput & { user_id: string };

/**
 * Gives a member another role, disables or enables them, inside the caller's transaction; returns the member before and
 * after. The open invitations of a member who is now disabled or no longer an admin are revoked. Callers use
 * `editMember` of lib/tracking/members: a disabled member's timers must stop.
 * @throws AppError 403 `scopes_exceeded`; 404 `member_not_found`; 409 `owner_must_transfer` or `member_is_yourself`
 */
export async function changeMember(ctx: TxCtx, input: MemberChange): Promise<{ before: Member; after: Member }> {
  await lockMemberships(ctx, 'members:manage');
  const before = await findMemberAsSeen(ctx, input.user_id);
  const { workspaceId } = ctx.actor;
  const rejection = membershipChangeError({ ...before, workspaceId }, { kind: 'edit', ...input }, ctx.actor.userId);
  if (rejection) throw rejection;
  const renamed = { ...before, role: input.role ?? before.role };
  if (renamed.role !== before.role) {
    if (!isDemoted(before, renamed)) authorizeRoleGrant(ctx, renamed.role);
    await updateMembership(ctx.tx, { workspaceId, userId: before.userId }, { role: renamed.role });
    await recordMemberEvent(ctx, 'member.edited', before, renamed);
  }
  const now = await ctx.clock.now(ctx.tx);
  const after = { ...renamed, disabledAt: disabledSince(before, input.disabled, now) };
  if (after.disabledAt !== before.disabledAt) {
    await updateMembership(ctx.tx, { workspaceId, userId: before.userId }, { disabledAt: after.disabledAt });
    await recordMemberEvent(ctx, after.disabledAt ? 'member.disabled' : 'member.enabled', renamed, after);
  }
  if (isLowered(before, after)) await revokeInvitationsOf(ctx, after.userId);
  return { before, after };
}

function isLowered(before: Member, after: Member): boolean {
  return isDemoted(before, after) || (after.disabledAt !== null && before.disabledAt === null);
}

function isDemoted(before: Member, after: Member): boolean {
  return before.role !== 'member' && after.role === 'member';
}

function disabledSince(before: Member, isDisabled: boolean | undefined, now: Date): Date | null {
  if (isDisabled === undefined) return before.disabledAt;
  return isDisabled ? (before.disabledAt ?? now) : null;
}

async function recordMemberEvent(ctx: TxCtx, type: EventType, before: Member, after: Member): Promise<void> {
  const data = { before: membershipJson(before), after: membershipJson(after) };
  await recordEvent(ctx, { type, subjectId: after.userId, userId: after.userId, data });
}
