import { countOwned } from '#/lib/accounts/memberships/membership-store.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Each is a tenant with limits of its own. */
const MOST_OWNED = 50;

const WORDS = {
  actor: `You own ${MOST_OWNED} workspaces, which is the maximum. Transfer one to someone else first.`,
  // How many others they own is no business of this one.
  member: 'This member can’t own any more workspaces. Choose someone else, or ask them to transfer one of theirs.',
};

/**
 * Lets a person own one workspace more, one at a time until the transaction ends, however they come to it. After the
 * lock of a workspace, as everywhere. `who` is rejected: the one who acts, or another.
 * @throws AppError 409 `too_many_workspaces`
 */
export async function authorizeOwnership(tx: Tx, userId: string, who: keyof typeof WORDS): Promise<void> {
  await lockUser(tx, userId);
  if ((await countOwned(tx, userId)) < MOST_OWNED) return;
  throw new AppError('too_many_workspaces', { detail: WORDS[who] });
}
