import { hashSecret } from '#/lib/accounts/api-keys/api-key.ts';
import { isOpen } from '#/lib/accounts/password-resets/password-reset.ts';
import { resetSecret } from '#/lib/accounts/password-resets/password-reset-schemas.ts';
import { findPasswordReset } from '#/lib/accounts/password-resets/password-reset-store.ts';
import type { System } from '#/lib/context/system.ts';

/** Whether this secret of a link can set a password now. */
export async function isResetOpen({ db, clock }: System, secret: string): Promise<boolean> {
  if (!resetSecret.safeParse(secret).success) return false;
  const reset = await findPasswordReset(db, hashSecret(secret));
  return reset !== null && isOpen(reset, await clock.now(db));
}
