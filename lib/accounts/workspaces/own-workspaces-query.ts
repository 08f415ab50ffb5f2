import type { Role } from '#/lib/accounts/context.ts';
import type { Tx } from '#/lib/db/client.ts';

/** The workspaces that are open to a person, oldest membership first. */
export async function listOwnWorkspaces(
  tx: Pick<Tx, 'membership'>,
  userId: string,
): Promise<{ id: string; name: string; role: Role }[]> {
  const rows = await tx.membership.findMany({
    where: { userId, disabledAt: null },
    orderBy: [{ createdAt: 'asc' }, { workspaceId: 'asc' }],
    select: { role: true, workspace: { select: { id: true, name: true } } },
  });
  return rows.map(({ role, workspace }) => ({ ...workspace, role }));
}
