import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { newResetSecret } from '#/lib/accounts/password-resets/password-reset.ts';
import { passwordResetMail } from '#/lib/accounts/password-resets/password-reset-mail.ts';
import { RESET_VALID_MS } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { insertPasswordReset } from '#/lib/accounts/password-resets/password-reset-store.ts';
import { findUserByEmail } from '#/lib/accounts/users/user-store.ts';
import type { Ctx } from '#/lib/context/context.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { readLinkSettings } from '#/lib/core/env.ts';
import { newId } from '#/lib/core/ids.ts';
import { enqueueMail } from '#/lib/jobs/mail.ts';

/**
 * Creates a link for the account with this address and queues the mail with it. Does nothing for an unknown address.
 */
export function mailPasswordReset(ctx: Omit<Ctx, 'actor'>, email: string): Promise<void> {
  return transaction(ctx, async (ctx) => {
    const user = await findUserByEmail(ctx.tx, email);
    if (!user) return;
    const secret = newResetSecret();
    const createdAt = await ctx.clock.now(ctx.tx);
    const expiresAt = new Date(createdAt.getTime() + RESET_VALID_MS);
    const reset = { id: newId(), userId: user.id, createdAt, expiresAt, usedAt: null };
    await insertPasswordReset(ctx.tx, { ...reset, tokenHash: hashSecret(secret) });
    const url = `${readLinkSettings().APP_URL}/reset-password/${secret}`;
    await enqueueMail(ctx, passwordResetMail(user.email, url));
  });
}
