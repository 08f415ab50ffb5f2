import type { Membership } from '#/lib/accounts/memberships/membership.ts';
import { findMembership, shareMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { lockWorkspace } from '#/lib/accounts/workspaces/workspace-store.ts';
import type { Role, TxCtx } from '#/lib/context/context.ts';
import { noLongerMember } from '#/lib/context/no-longer-member.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { type Permission, scopesWithin } from '#/lib/context/roles/role.ts';

/**
 * Serializes changes of the workspace's memberships, and returns the actor's current role: an actor authenticated as
 * the owner may have transferred ownership while this waited.
 * @throws AppError 403 `forbidden` when they no longer have the permission
 */
export async function lockMemberships(ctx: TxCtx, permission: Permission | null): Promise<Membership> {
  const { workspaceId, userId, scopes } = ctx.actor;
  await lockWorkspace(ctx.tx, workspaceId);
  const own = await findMembership(ctx.tx, workspaceId, userId);
  if (!own || own.disabledAt) throw noLongerMember();
  if (permission) authorize({ actor: { ...ctx.actor, role: own.role, scopes: allowedNow(own, scopes) } }, permission);
  return own;
}

/**
 * Takes a shared lock on the actor's membership until the transaction ends, and returns it. The workspace is locked
 * first, as everywhere. @throws AppError 403 `forbidden` for a disabled or removed member
 */
export async function lockMembershipForShare(ctx: TxCtx): Promise<{ role: Role }> {
  const held = await shareMembership(ctx.tx, ctx.actor);
  if (!held) throw noLongerMember();
  return held;
}

/**
 * Whether a person is an enabled member, which can't change until the transaction ends. Call it before locking the
 * person.
 */
export async function lockMemberForShare(ctx: TxCtx, userId: string): Promise<boolean> {
  return (await shareMembership(ctx.tx, { workspaceId: ctx.actor.workspaceId, userId })) !== null;
}

function allowedNow(own: Membership, scopes: ReadonlySet<string>): Set<string> {
  return new Set(scopesWithin(own.role, [...scopes]));
}
