import { findInvitation } from '#/lib/accounts/invitations/find-invitation.ts';
import { invitationGone, invitationNotFound } from '#/lib/accounts/invitations/invitation.ts';
import { countAddressAttempt, returnAddressAttempt } from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { type OpenedAccount, openAccount, openInvitedAccount, systemCtx } from '#/lib/accounts/users/open-account.ts';
import { hashPassword } from '#/lib/accounts/users/password-hash.ts';
import { findSignUpRule, signUpClosed } from '#/lib/accounts/users/sign-up-rule.ts';
import type { CreateAccountInput } from '#/lib/accounts/users/user-schemas.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';

type SigningUp = System & { signUp: 'open' | 'closed' };

/**
 * Signs a person up with email and password: creates the account, a workspace, and the role of its owner. 403
 * `sign_up_closed` once the server has an account and `SIGN_UP` is not `open`; 409 `email_taken`. With an invitation,
 * which is allowed while sign-up is closed, they become a member of its workspace instead; with the errors of
 * `acceptInvitation`. Failed attempts count against the `address` as those of signing in do, since each costs a hash:
 * 429 `sign_in_throttled`.
 */
export async function createAccount(
  system: SigningUp,
  input: CreateAccountInput,
  address: string | null = null,
): Promise<OpenedAccount> {
  // Checked again under the lock; checked here first so that a closed server does not hash for strangers.
  await rejectUninvited(system, input);
  if (address) await countAddressAttempt(system.db, address);
  const opened = await openWith(system, input);
  if (address) await returnAddressAttempt(system.db, address);
  return opened;
}

async function openWith(system: SigningUp, input: CreateAccountInput): Promise<OpenedAccount> {
  const passwordHash = await hashPassword(input.password);
  const { email, name, time_zone: timeZone, invitation } = input;
  const person = { email, name, timeZone, passwordHash };
  return transaction(systemCtx(system), (ctx) => {
    if (invitation) return openInvitedAccount(ctx, person, invitation);
    const account = { ...person, workspaceName: input.workspace_name ?? name };
    return openAccount(ctx, account, { signUp: system.signUp, origin: 'sign_up' });
  });
}

async function rejectUninvited(system: SigningUp, { invitation }: CreateAccountInput): Promise<void> {
  if (!invitation) {
    if ((await findSignUpRule(system)) === 'closed') throw signUpClosed();
    return;
  }
  const found = await findInvitation(system, invitation);
  if (!found) throw invitationNotFound();
  if (found.state !== 'open') throw invitationGone(found.state);
}
