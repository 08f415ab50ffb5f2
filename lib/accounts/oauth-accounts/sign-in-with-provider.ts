import {
  findOauthUserId,
  insertOauthAccount,
  type OauthIdentity,
} from '#/lib/accounts/oauth-accounts/oauth-account-store.ts';
import { countAccountSignIn, countAddressSignIn } from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { openAccount, systemCtx } from '#/lib/accounts/users/open-account.ts';
import { EMAIL_MAX, NAME_MAX, normalizeEmail } from '#/lib/accounts/users/user.ts';
import { findUser, findUserByEmail } from '#/lib/accounts/users/user-store.ts';
import type { System } from '#/lib/context/system.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { AppError, notFound } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

export type ProviderProfile = OauthIdentity & { email: string | null; name: string | null };
type ProviderSystem = System & { signUp: 'open' | 'closed' };
type ProviderAccount = { userId: string; email: string };

/**
 * Signs in with an account at a provider. A known account signs in. Otherwise its email decides: a new email follows
 * the sign-up rule, one that has an account here is rejected (409 `email_has_account`): whoever controls an address at
 * a provider must not get access to an account that only shares it. Sign-ins count by `address` and by account,
 * together with those by password: 429 `sign_in_throttled`.
 */
export async function signInWithProvider(
  system: ProviderSystem,
  { address, ...profile }: ProviderProfile & { address: string | null },
): Promise<{ userId: string }> {
  if (address) await countAddressSignIn(system.db, address);
  const { userId, email } = await findOrOpenAccount(system, profile);
  // By the email it has here, as a password's is: the one at the provider may be another by now.
  await countAccountSignIn(system.db, email);
  return { userId };
}

function findOrOpenAccount(system: ProviderSystem, profile: ProviderProfile): Promise<ProviderAccount> {
  const { provider, providerAccountId } = profile;
  return transaction(systemCtx(system), async (ctx) => {
    const known = await findOauthUserId(ctx.tx, { provider, providerAccountId });
    if (known) return accountOf(ctx.tx, known);
    const email = normalizeEmail(profile.email ?? '');
    if (!email || email.length > EMAIL_MAX) throw emailMissing();
    if (await findUserByEmail(ctx.tx, email)) throw emailHasAccount();
    const { userId } = await openAccount(ctx, accountFrom(email, profile.name), {
      signUp: system.signUp,
      origin: 'github',
    });
    await insertOauthAccount(ctx.tx, { provider, providerAccountId, userId, createdAt: await ctx.clock.now(ctx.tx) });
    return { userId, email };
  });
}

async function accountOf(tx: Tx, userId: string): Promise<ProviderAccount> {
  const user = await findUser(tx, userId);
  if (!user) throw notFound('user');
  return { userId, email: user.email };
}

/** The provider sends no time zone; it is set on the settings page. */
function accountFrom(email: string, givenName: string | null) {
  const name = (givenName?.replace(/\p{Cc}/gu, '').trim() || email.split('@', 1)[0] || email).slice(0, NAME_MAX);
  return { email, name, timeZone: 'UTC', workspaceName: name, passwordHash: null };
}

function emailMissing(): AppError {
  return new AppError('email_missing');
}

function emailHasAccount(): AppError {
  return new AppError('email_has_account');
}
