import { authorizeOwnership } from '#/lib/accounts/memberships/authorize-ownership.ts';
import { lockMemberships } from '#/lib/accounts/memberships/lock-memberships.ts';
import type { MemberIdInput } from '#/lib/accounts/memberships/membership-schemas.ts';
import { findMembership, updateMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { getWorkspace } from '#/lib/accounts/workspaces/get-workspace.ts';
import type { Workspace } from '#/lib/accounts/workspaces/workspace.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Transfers the workspace to another member; the former owner becomes an admin. Naming the owner changes nothing.
 * @throws AppError 403 `forbidden` unless the caller owns it, or `session_required`; 404 `member_not_found`; 409
 * `member_disabled`, `too_many_workspaces` for one who owns 50
 */
export function transferOwnership(ctx: Ctx, input: MemberIdInput): Promise<Workspace> {
  authorize(ctx, 'members:manage');
  requireSession(ctx, 'transfer ownership');
  return transaction(ctx, async (ctx) => {
    const { workspaceId, userId } = ctx.actor;
    const own = await lockMemberships(ctx, 'members:manage');
    if (own.role !== 'owner') throw onlyOwner(own.role);
    const next = await findMembership(ctx.tx, workspaceId, input.user_id);
    if (!next) throw notFound('member');
    if (next.userId === userId) return getWorkspace(ctx);
    if (next.disabledAt) throw memberDisabled();
    await authorizeOwnership(ctx.tx, next.userId, 'member');
    await updateMembership(ctx.tx, own, { role: 'admin' });
    await updateMembership(ctx.tx, next, { role: 'owner' });
    await recordEvent(ctx, {
      type: 'workspace.transferred',
      subjectId: workspaceId,
      userId: next.userId,
      data: {
        before: { owner_id: userId, role: next.role },
        after: { owner_id: next.userId, role: 'owner' },
      },
    });
    return getWorkspace({ ...ctx, actor: { ...ctx.actor, role: 'admin' } });
  });
}

function onlyOwner(role: string): AppError {
  return new AppError('forbidden', {
    detail: `Only the owner can transfer ownership. Your role is ${role}.`,
  });
}

function memberDisabled(): AppError {
  return new AppError('member_disabled');
}
