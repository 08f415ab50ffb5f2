import { WRONG_CREDENTIALS } from '#/lib/accounts/sessions/session.ts';
import type { SignInInput } from '#/lib/accounts/sessions/session-schemas.ts';
import { countSignInAttempt, resetSignInAttempts } from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { verifyPassword } from '#/lib/accounts/users/verify-password.ts';
import type { System } from '#/lib/context/system.ts';
import { AppError } from '#/lib/core/errors.ts';

/**
 * Signs in by email and password. 401 `credentials_wrong` with the same message whether the account exists or not; 429
 * `sign_in_throttled` after too many failures.
 */
export async function signIn(
  system: System,
  input: SignInInput & { address: string | null },
): Promise<{ userId: string }> {
  await countSignInAttempt(system.db, input);
  const userId = await verifyPassword(system, input);
  if (!userId) throw credentialsWrong();
  await resetSignInAttempts(system.db, input);
  return { userId };
}

function credentialsWrong(): AppError {
  return new AppError('credentials_wrong', { detail: WRONG_CREDENTIALS });
}
