import type { Ctx } from '#/lib/accounts/context.ts';
import { endMembership } from '#/lib/accounts/memberships/end-membership.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { stopTimersOfMember } from '#/lib/tracking/timers/stop-timers-of-member.ts';

/**
 * Takes the actor out of the workspace, as `removeMember` does others; this very key or session does not work here any
 * more. @throws AppError 409 `owner_must_transfer`
 */
export function leaveWorkspace(ctx: Ctx): Promise<Member> {
  return transaction(ctx, async (ctx) => {
    const member = await endMembership(ctx, ctx.actor.userId, 'leave');
    await stopTimersOfMember(ctx, member.userId, 'member_left');
    return { ...member, running: null };
  });
}
