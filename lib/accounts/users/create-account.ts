import type { System } from '#/lib/accounts/system.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { type OpenedAccount, openAccount, systemCtx } from '#/lib/accounts/users/open-account.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { findSignUpRule, signUpClosed } from '#/lib/accounts/users/sign-up-rule.ts';
import type { CreateAccountInput } from '#/lib/accounts/users/user-schemas.ts';

/**
 * Signs a person up with e-mail and password: the account, a workspace, and the role of its owner. 403
 * `sign_up_closed` once the server has an account and `SIGN_UP` is not `open`; 409 `email_taken`.
 */
export async function createAccount(
  system: System & { signUp: 'open' | 'closed' },
  input: CreateAccountInput,
): Promise<OpenedAccount> {
  // Asked again under the lock; asked here too, so that a closed server does not hash for strangers.
  if ((await findSignUpRule(system)) === 'closed') throw signUpClosed();
  const passwordHash = await hashPassword(input.password);
  return transaction(systemCtx(system), (ctx) =>
    openAccount(
      ctx,
      {
        email: input.email,
        name: input.name,
        timeZone: input.time_zone,
        workspaceName: input.workspace_name,
        passwordHash,
      },
      { signUp: system.signUp, origin: 'sign_up' },
    ),
  );
}
