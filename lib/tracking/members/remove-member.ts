import { endMembership } from '#/lib/accounts/memberships/end-membership.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import type { MemberIdInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { releaseMember } from '#/lib/tracking/members/release-member.ts';

/**
 * Removes a member, and returns the member as it was. Their keys for this workspace are revoked, their running and
 * paused timers here are stopped at that instant and flagged for review, their proposals are closed, and their recorded
 * time stays.
 * @throws AppError 404 `member_not_found`; 409 `owner_must_transfer` or `member_is_yourself`
 */
export function removeMember(ctx: Ctx, input: MemberIdInput): Promise<Member> {
  authorize(ctx, 'members:manage');
  return transaction(ctx, async (ctx) => {
    const member = await endMembership(ctx, input.user_id, 'remove');
    await releaseMember(ctx, member.userId, 'member_removed');
    return { ...member, running: null };
  });
}
