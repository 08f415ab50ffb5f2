import type { Tx } from '#/lib/db/client.ts';

/** A person's name, also after they have left; null for an unknown id. */
export async function findUserName(tx: Pick<Tx, 'user'>, userId: string): Promise<string | null> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { name: true } });
  return user?.name ?? null;
}
