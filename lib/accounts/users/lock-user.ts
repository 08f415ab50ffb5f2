import { lockUserRow } from '#/lib/accounts/users/user-store.ts';
import type { Tx } from '#/lib/db/client.ts';

/**
 * Makes other changes of this person wait until the transaction ends. Rows that point at the user can still be written:
 * the lock leaves room for their foreign key checks.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await lockUserRow(tx, userId);
}
