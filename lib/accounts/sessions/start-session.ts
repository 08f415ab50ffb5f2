import { joinByInvitation, lockInvitation } from '#/lib/accounts/invitations/join-by-invitation.ts';
import { formatLostAccess } from '#/lib/accounts/memberships/lost-access.ts';
import { findLostAccess, type LostAccess } from '#/lib/accounts/memberships/lost-access-query.ts';
import { findFirstMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { revokeOldest } from '#/lib/accounts/sessions/revoke-session.ts';
import { expiryOf, MAX_SESSIONS, USER_AGENT_MAX } from '#/lib/accounts/sessions/session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { insertSession } from '#/lib/accounts/sessions/session-store.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import { systemCtx } from '#/lib/accounts/users/open-account.ts';
import { findUser } from '#/lib/accounts/users/user-store.ts';
import type { Actor, TxCtx } from '#/lib/context/context.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

export type Device = { userAgent: string | null; address: string | null };

export type StartSessionInput = { userId: string; device: Device; days: number; invitation?: string | undefined };

/**
 * Starts a session of `days` for an authenticated person; the result goes into the cookie. A person without a workspace
 * needs an invitation, which is accepted here; others accept theirs once signed in. A person has at most
 * `MAX_SESSIONS`; the oldest are ended.
 * @throws AppError 403 `account_disabled`; with an invitation, as `joinByInvitation` does
 */
export function startSession(system: System, input: StartSessionInput): Promise<SessionToken> {
  return transaction(systemCtx(system), async (ctx) => {
    const membership = (await findFirstMembership(ctx.tx, input.userId)) ?? (await joinOnTheWay(ctx, input));
    if (!membership) throw accountDisabled(await findLostAccess(ctx.tx, input.userId));
    // Two concurrent sign-ins: the second counts the first.
    await lockUser(ctx.tx, input.userId);
    const id = newId();
    const createdAt = await ctx.clock.now(ctx.tx);
    const device = { ...input.device, userAgent: input.device.userAgent?.slice(0, USER_AGENT_MAX) ?? null };
    await insertSession(ctx.tx, {
      ...device,
      id,
      userId: input.userId,
      createdAt,
      expiresAt: expiryOf(createdAt, input.days),
    });
    const scopes = new Set<string>(permissionsOf(membership.role));
    const actor = { ...membership, scopes, credential: { kind: 'session', sessionId: id } as const };
    await revokeOldest({ ...ctx, actor }, MAX_SESSIONS);
    // Where a person signs in from must not reach a workspace; its webhooks would pass it on.
    const data = { before: null, after: { id } };
    await recordEvent({ ...ctx, actor }, { type: 'session.created', subjectId: id, userId: input.userId, data });
    return { sid: id, uid: input.userId };
  });
}

async function joinOnTheWay(ctx: Omit<TxCtx, 'actor'>, input: StartSessionInput): Promise<Actor | null> {
  const user = input.invitation ? await findUser(ctx.tx, input.userId) : null;
  if (!user || !input.invitation) return null;
  const invitation = await lockInvitation(ctx, input.invitation);
  return joinByInvitation(ctx, invitation, { ...user, credential: { kind: 'worker', name: 'sign_in' } });
}

function accountDisabled(lost: LostAccess | null): AppError {
  return new AppError('account_disabled', { detail: formatLostAccess(lost) });
}
