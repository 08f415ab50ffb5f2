import { hashPassword, matchesHash } from '#/lib/accounts/users/password-hash.ts';
import { findPasswordHash } from '#/lib/accounts/users/user-store.ts';
import type { System } from '#/lib/context/system.ts';

/** Created once, from a random password: verified when there is no account, so that it takes as long. */
let dummyHash: Promise<string> | undefined;

/**
 * The account's id when the password is right, else null. The time it takes does not reveal whether the account exists:
 * an unknown address and an account without a password cost the same hash. `email` is normalized.
 */
export async function verifyPassword(
  system: Pick<System, 'db'>,
  input: { email: string; password: string },
): Promise<string | null> {
  dummyHash ??= hashPassword(crypto.randomUUID());
  const user = await findPasswordHash(system.db, input.email);
  const isMatch = await matchesHash(user?.passwordHash ?? (await dummyHash), input.password);
  return user?.passwordHash && isMatch ? user.id : null;
}
