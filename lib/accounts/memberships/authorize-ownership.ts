import { countOwned } from '#/lib/accounts/memberships/membership-store.ts';
import { lockUser } from '#/lib/accounts/users/lock-user-query.ts';
import { AppError } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Each workspace is a tenant with its own limits. */
const MAX_OWNED = 50;

const OWNERSHIP_ERRORS = {
  actor: `You own ${MAX_OWNED} workspaces, which is the maximum. Transfer one to someone else first.`,
  // Does not reveal how many workspaces the member owns.
  member: 'This member can’t own any more workspaces. Choose someone else, or ask them to transfer one of theirs.',
};

/**
 * Checks that a person may own one more workspace, one at a time until the transaction ends, however they get it.
 * Called after the lock on the workspace, as everywhere. `who` decides the wording: the actor or another member.
 * @throws AppError 409 `too_many_workspaces`
 */
export async function authorizeOwnership(tx: Tx, userId: string, who: keyof typeof OWNERSHIP_ERRORS): Promise<void> {
  await lockUser(tx, userId);
  if ((await countOwned(tx, userId)) < MAX_OWNED) return;
  throw new AppError('too_many_workspaces', { detail: OWNERSHIP_ERRORS[who] });
}
