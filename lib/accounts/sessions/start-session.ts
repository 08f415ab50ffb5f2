import { findFirstMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { permissionsOf } from '#/lib/accounts/roles/role.ts';
import { expiryOf, USER_AGENT_MAX } from '#/lib/accounts/sessions/session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import { insertSession } from '#/lib/accounts/sessions/session-store.ts';
import type { System } from '#/lib/accounts/system.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { systemCtx } from '#/lib/accounts/users/open-account.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

export type Device = { userAgent: string | null; address: string | null };

/** Begins a sign-in of someone who has proved who they are; the cookie gets what comes back. Lasts `days`. */
export function startSession(
  system: System,
  input: { userId: string; device: Device; days: number },
): Promise<SessionToken> {
  return transaction(systemCtx(system), async (ctx) => {
    const membership = await findFirstMembership(ctx.tx, input.userId);
    if (!membership) throw accountDisabled();
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
    const after = { user_agent: device.userAgent, address: device.address };
    await recordEvent(
      { ...ctx, actor },
      { type: 'session.created', subjectId: id, userId: input.userId, data: { before: null, after } },
    );
    return { sid: id, uid: input.userId };
  });
}

function accountDisabled(): AppError {
  return new AppError('account_disabled', {
    status: 403,
    detail: 'This account is not active in any workspace. Ask an owner or admin to let you in again.',
  });
}
