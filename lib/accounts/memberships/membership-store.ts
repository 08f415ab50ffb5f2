import type { Role } from '#/lib/accounts/context.ts';
import type { Tx } from '#/lib/db/client.ts';

type Membership = { workspaceId: string; userId: string; role: Role };

export async function insertMembership(tx: Tx, membership: Membership & { createdAt: Date }): Promise<void> {
  await tx.membership.create({ data: membership, select: { userId: true } });
}

/** The workspace a person works in: their oldest membership that is not disabled. Choosing one comes later. */
export function findFirstMembership(tx: Pick<Tx, 'membership'>, userId: string): Promise<Membership | null> {
  return tx.membership.findFirst({
    where: { userId, disabledAt: null },
    orderBy: [{ createdAt: 'asc' }, { workspaceId: 'asc' }],
    select: { workspaceId: true, userId: true, role: true },
  });
}
