import { changeMember, type MemberChange } from '#/lib/accounts/memberships/change-member.ts';
import { findMemberAsSeen } from '#/lib/accounts/memberships/list-members.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { releaseMember } from '#/lib/tracking/members/release-member.ts';

/**
 * Gives a member another role, disables or enables them. A disabled member's running and paused timers here are stopped
 * at that instant and flagged for review, and their proposals are closed, in the same transaction.
 * @throws AppError 404 `member_not_found`; 409 `owner_must_transfer` or `member_is_yourself`
 */
export function editMember(ctx: Ctx, input: MemberChange): Promise<Member> {
  authorize(ctx, 'members:manage');
  return transaction(ctx, async (ctx) => {
    const { before, after } = await changeMember(ctx, input);
    if (after.disabledAt && !before.disabledAt) await releaseMember(ctx, after.userId, 'member_disabled');
    return findMemberAsSeen(ctx, after.userId);
  });
}
