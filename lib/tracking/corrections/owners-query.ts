import type { Tx } from '#/lib/db/client.ts';

/** The owner of the time, and how they read it. */
export type Owner = { userId: string; name: string; timeZone: string; dayStartHour: number };

/** These people, ordered by name. */
export async function listOwners(tx: Pick<Tx, 'user'>, userIds: readonly string[]): Promise<Owner[]> {
  const users = await tx.user.findMany({
    where: { id: { in: [...userIds] } },
    select: { id: true, name: true, timeZone: true, dayStartHour: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  });
  return users.map(({ id, ...user }) => ({ userId: id, ...user }));
}
