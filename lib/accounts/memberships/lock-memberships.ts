import type { TxCtx } from '#/lib/accounts/context.ts';
import type { Membership } from '#/lib/accounts/memberships/membership.ts';
import { findMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { type Permission, scopesWithin } from '#/lib/accounts/roles/role.ts';
import { lockWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import { AppError } from '#/lib/core/errors.ts';

/**
 * Lets one change of the workspace's memberships happen at a time, and answers what the actor is in it now: who was
 * recognized as its owner may have handed it over while waiting here.
 * @throws AppError 403 `forbidden` when they may not do this any more
 */
export async function lockMemberships(ctx: TxCtx, permission: Permission | null): Promise<Membership> {
  const { workspaceId, userId, scopes } = ctx.actor;
  await lockWorkspace(ctx.tx, workspaceId);
  const own = await findMembership(ctx.tx, workspaceId, userId);
  if (!own || own.disabledAt) throw noLongerMember();
  if (permission) authorize({ actor: { ...ctx.actor, role: own.role, scopes: allowedNow(own, scopes) } }, permission);
  return own;
}

function allowedNow(own: Membership, scopes: ReadonlySet<string>): Set<string> {
  return new Set(scopesWithin(own.role, [...scopes]));
}

/** 403 for who was disabled or removed between being recognized and now. */
export function noLongerMember(): AppError {
  return new AppError('forbidden', {
    status: 403,
    detail: 'You are no longer a member of this workspace. Sign in again.',
  });
}
