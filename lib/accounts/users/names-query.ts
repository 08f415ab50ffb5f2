import type { Tx } from '#/lib/db/client.ts';

/** The names of these people, former members included. */
export async function findNames(tx: Pick<Tx, 'user'>, userIds: readonly string[]): Promise<Map<string, string>> {
  const users = await tx.user.findMany({ where: { id: { in: [...userIds] } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}
