import { countResetRequest } from '#/lib/accounts/password-resets/reset-throttle.ts';
import { systemCtx } from '#/lib/accounts/users/open-account.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { readMailSettings } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import { enqueuePasswordReset } from '#/lib/jobs/password-reset.ts';

/**
 * Requests a link to set a new password. What happens here is the same whether the address has an account or not: a
 * worker looks it up. @throws AppError 429 `reset_throttled`; 409 `mail_not_set_up`
 */
export async function requestPasswordReset(
  system: System,
  { email, address }: { email: string; address: string | null },
): Promise<void> {
  if (!readMailSettings().SMTP_URL) throw mailNotSetUp();
  await countResetRequest(system.db, { email, address });
  await transaction(systemCtx(system), (ctx) => enqueuePasswordReset(ctx, email));
}

function mailNotSetUp(): AppError {
  return new AppError('mail_not_set_up');
}
