import type { Role } from '#/lib/accounts/context.ts';
import type { Membership } from '#/lib/accounts/memberships/membership.ts';
import type { Tx } from '#/lib/db/client.ts';

type Key = Pick<Membership, 'workspaceId' | 'userId'>;
type NewMembership = Omit<Membership, 'disabledAt'> & { createdAt: Date };

const COLUMNS = { workspaceId: true, userId: true, role: true, disabledAt: true } as const;

export async function insertMembership(tx: Tx, membership: NewMembership): Promise<void> {
  await tx.membership.create({ data: membership, select: { userId: true } });
}

/** A person's oldest membership that is not disabled: where they work until they choose. */
export function findFirstMembership(tx: Pick<Tx, 'membership'>, userId: string): Promise<Membership | null> {
  return tx.membership.findFirst({
    where: { userId, disabledAt: null },
    orderBy: [{ createdAt: 'asc' }, { workspaceId: 'asc' }],
    select: COLUMNS,
  });
}

export function findMembership(
  tx: Pick<Tx, 'membership'>,
  workspaceId: string,
  userId: string,
): Promise<Membership | null> {
  return tx.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } }, select: COLUMNS });
}

export async function updateMembership(
  tx: Tx,
  { workspaceId, userId }: Key,
  data: { role?: Role; disabledAt?: Date | null },
): Promise<void> {
  await tx.membership.update({
    where: { workspaceId_userId: { workspaceId, userId } },
    data,
    select: { userId: true },
  });
}

export async function deleteMembership(tx: Tx, { workspaceId, userId }: Key): Promise<void> {
  await tx.membership.delete({ where: { workspaceId_userId: { workspaceId, userId } }, select: { userId: true } });
}
