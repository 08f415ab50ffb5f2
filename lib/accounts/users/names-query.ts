import type { Tx } from '#/lib/db/client.ts';

/** What are these people called, those who have left included? */
export async function findNames(tx: Pick<Tx, 'user'>, userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await tx.user.findMany({ where: { id: { in: [...userIds] } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}
