import type { Tx } from '#/lib/db/client.ts';

/**
 * Makes other changes of this person wait until the transaction ends. Rows that point at the user can still be written:
 * `no key update` leaves room for their foreign key checks.
 */
export async function lockUser(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`/* prepared */ select 1 from users where id = ${userId}::uuid for no key update`;
}
