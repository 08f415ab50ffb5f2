import type { Ctx } from '#/lib/accounts/context.ts';
import { endMembership } from '#/lib/accounts/memberships/end-membership.ts';
import type { Member } from '#/lib/accounts/memberships/membership.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { stopTimersOfMember } from '#/lib/tracking/timers/stop-timers-of-member.ts';

/**
 * Takes the actor out of the workspace, as `removeMember` does others.
 * @throws AppError 409 `owner_must_transfer`; 403 `session_required`: a key of few scopes must not decide for its owner
 */
export function leaveWorkspace(ctx: Ctx): Promise<Member> {
  requireSession(ctx, 'leave the workspace');
  return transaction(ctx, async (ctx) => {
    const member = await endMembership(ctx, ctx.actor.userId, 'leave');
    await stopTimersOfMember(ctx, member.userId, 'member_left');
    return { ...member, running: null };
  });
}
