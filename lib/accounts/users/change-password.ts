import { endPasswordResets } from '#/lib/accounts/password-resets/password-reset-store.ts';
import { requireSession } from '#/lib/accounts/sessions/require-session.ts';
import { revokeOtherSessions } from '#/lib/accounts/sessions/revoke-session.ts';
import { countSignInAttempt, resetSignInAttempts } from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import type { ChangePasswordInput } from '#/lib/accounts/users/user-schemas.ts';
import { findUser, setPasswordHash } from '#/lib/accounts/users/user-store.ts';
import { verifyPassword } from '#/lib/accounts/users/verify-password.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Changes the actor's password after verifying the current one; ends their other sessions and revokes mailed reset
 * links. Returns how many sessions ended. Wrong attempts count together with those of signing in.
 * @throws AppError 403 `session_required`; 400 `password_wrong` at the field; 429 `sign_in_throttled`
 */
export async function changePassword(
  ctx: Ctx,
  input: ChangePasswordInput,
  address: string | null = null,
): Promise<number> {
  requireSession(ctx, 'change your password');
  const user = await findUser(ctx.db, ctx.actor.userId);
  if (!user) throw notFound('user');
  const caller = { email: user.email, address };
  await countSignInAttempt(ctx.db, caller);
  if (!(await verifyPassword(ctx, { email: user.email, password: input.current_password }))) throw passwordWrong();
  const passwordHash = await hashPassword(input.new_password);
  const ended = await transaction(ctx, async (ctx) => {
    await lockUser(ctx.tx, user.id);
    await setPasswordHash(ctx.tx, user.id, passwordHash);
    await endPasswordResets(ctx.tx, user.id, await ctx.clock.now(ctx.tx));
    const changed = { type: 'account.password_changed', subjectId: user.id, userId: user.id } as const;
    await recordEvent(ctx, { ...changed, data: { before: null, after: { by: 'settings' } } });
    return revokeOtherSessions(ctx);
  });
  await resetSignInAttempts(ctx.db, caller);
  return ended;
}

function passwordWrong(): AppError {
  const detail = 'This isn’t your current password.';
  return new AppError('password_wrong', { detail, fields: [{ pointer: '/current_password', detail }] });
}
