import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { findFirstMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { isResetOpen } from '#/lib/accounts/password-resets/find-password-reset.ts';
import { isOpen, resetLinkOver } from '#/lib/accounts/password-resets/password-reset.ts';
import type { ResetPasswordInput } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { endPasswordResets, findPasswordReset } from '#/lib/accounts/password-resets/password-reset-store.ts';
import { listLiveSessions, revokeSessions } from '#/lib/accounts/sessions/session-store.ts';
import {
  countAddressAttempt,
  resetSignInAttempts,
  returnAddressAttempt,
} from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import { systemCtx } from '#/lib/accounts/users/open-account.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { findUser, setPasswordHash } from '#/lib/accounts/users/user-store.ts';
import type { TxCtx } from '#/lib/context/context.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';

/**
 * Sets a new password by the secret of a mailed link, and revokes that link, all others of the person, and all their
 * sessions. Earlier failed attempts to sign in no longer count.
 * @throws AppError 410 `reset_link_over`; 429 `sign_in_throttled`, since each failed attempt may cost a hash
 */
export async function resetPassword(
  system: System,
  input: ResetPasswordInput,
  address: string | null = null,
): Promise<void> {
  if (address) await countAddressAttempt(system.db, address);
  // Checked again under the lock; checked here first so that a made-up link can't make the server hash.
  if (!(await isResetOpen(system, input.token))) throw resetLinkOver();
  const passwordHash = await hashPassword(input.password);
  const email = await transaction(systemCtx(system), (ctx) => reset(ctx, input.token, passwordHash));
  await resetSignInAttempts(system.db, { email, address: null });
  if (address) await returnAddressAttempt(system.db, address);
}

async function reset(ctx: Omit<TxCtx, 'actor'>, token: string, passwordHash: string): Promise<string> {
  const found = await findPasswordReset(ctx.tx, hashSecret(token));
  if (!found) throw resetLinkOver();
  await lockUser(ctx.tx, found.userId);
  // Of two at once, the second sees the first one's change.
  const [link, user] = [await findPasswordReset(ctx.tx, hashSecret(token)), await findUser(ctx.tx, found.userId)];
  const now = await ctx.clock.now(ctx.tx);
  if (!link || !user || !isOpen(link, now)) throw resetLinkOver();
  await setPasswordHash(ctx.tx, user.id, passwordHash);
  await endPasswordResets(ctx.tx, user.id, now);
  await endSessions(ctx, user.id, now);
  return user.email;
}

/** Ends every session. A person without a workspace has no feed to record it in. */
async function endSessions(ctx: Omit<TxCtx, 'actor'>, userId: string, now: Date): Promise<void> {
  const ids = (await listLiveSessions(ctx.tx, userId, now)).map(({ id }) => id);
  const ended = await revokeSessions(ctx.tx, { userId, ids }, now);
  const membership = await findFirstMembership(ctx.tx, userId);
  if (!membership) return;
  const credential = { kind: 'worker', name: 'password_reset' } as const;
  const asUser = { ...ctx, actor: { ...membership, scopes: new Set<string>(), credential } };
  const changed = { type: 'account.password_changed', subjectId: userId, userId } as const;
  await recordEvent(asUser, { ...changed, data: { before: null, after: { by: 'reset' } } });
  for (const id of ended) {
    const data = { before: { id }, after: null };
    await recordEvent(asUser, { type: 'session.revoked', subjectId: id, userId, data });
  }
}
