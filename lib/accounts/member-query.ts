import type { Tx } from '#/lib/db/client.ts';

/** A member with the facts of user and workspace that a page shows. */
export async function getMember(tx: Pick<Tx, 'membership'>, workspaceId: string, userId: string) {
  return tx.membership.findUniqueOrThrow({
    where: { workspaceId_userId: { workspaceId, userId } },
    select: {
      role: true,
      user: { select: { id: true, email: true, name: true, timeZone: true } },
      workspace: { select: { id: true, name: true, capSeconds: true } },
    },
  });
}
