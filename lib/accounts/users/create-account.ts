import { findInvitation } from '#/lib/accounts/invitations/find-invitation.ts';
import { invitationNotFound } from '#/lib/accounts/invitations/invitation.ts';
import type { System } from '#/lib/accounts/system.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { type OpenedAccount, openAccount, openInvitedAccount, systemCtx } from '#/lib/accounts/users/open-account.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { findSignUpRule, signUpClosed } from '#/lib/accounts/users/sign-up-rule.ts';
import type { CreateAccountInput } from '#/lib/accounts/users/user-schemas.ts';

type SigningUp = System & { signUp: 'open' | 'closed' };

/**
 * Signs a person up with e-mail and password: the account, a workspace, and the role of its owner. 403
 * `sign_up_closed` once the server has an account and `SIGN_UP` is not `open`; 409 `email_taken`. With an invitation,
 * which opens a closed server, they become a member of its workspace instead; refused as `acceptInvitation` refuses.
 */
export async function createAccount(system: SigningUp, input: CreateAccountInput): Promise<OpenedAccount> {
  // Asked again under the lock; asked here too, so that a closed server does not hash for strangers.
  await refuseStrangers(system, input);
  const passwordHash = await hashPassword(input.password);
  const { email, name, time_zone: timeZone, invitation } = input;
  const person = { email, name, timeZone, passwordHash };
  return transaction(systemCtx(system), (ctx) => {
    if (invitation) return openInvitedAccount(ctx, person, invitation);
    const account = { ...person, workspaceName: input.workspace_name ?? name };
    return openAccount(ctx, account, { signUp: system.signUp, origin: 'sign_up' });
  });
}

async function refuseStrangers(system: SigningUp, { invitation }: CreateAccountInput): Promise<void> {
  if (!invitation) {
    if ((await findSignUpRule(system)) === 'closed') throw signUpClosed();
  } else if (!(await findInvitation(system, invitation))) {
    throw invitationNotFound();
  }
}
