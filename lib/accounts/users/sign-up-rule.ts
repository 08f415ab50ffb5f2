import { hasUsers } from '#/lib/accounts/users/user-store.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Who may create an account: the very first person always; later ones only when the setting `SIGN_UP` is `open`. */
export type SignUpRule = 'first_run' | 'open' | 'closed';

export async function findSignUpRule(system: { db: Pick<Tx, 'user'>; signUp: 'open' | 'closed' }): Promise<SignUpRule> {
  return (await hasUsers(system.db)) ? system.signUp : 'first_run';
}

export function signUpClosed(): AppError {
  return new AppError('sign_up_closed');
}
