import type { Tx } from '#/lib/db/client.ts';

/** Somebody's name, also after they have left; null for nobody's id. */
export async function findUserName(tx: Pick<Tx, 'user'>, userId: string): Promise<string | null> {
  const user = await tx.user.findUnique({ where: { id: userId }, select: { name: true } });
  return user?.name ?? null;
}
