import type { Membership } from '#/lib/accounts/memberships/membership.ts';
import type { Role } from '#/lib/context/context.ts';
import type { Tx } from '#/lib/db/client.ts';

type Key = Pick<Membership, 'workspaceId' | 'userId'>;
type NewMembership = Omit<Membership, 'disabledAt'> & { createdAt: Date };

const COLUMNS = { workspaceId: true, userId: true, role: true, disabledAt: true } as const;

export async function insertMembership(tx: Tx, membership: NewMembership): Promise<void> {
  await tx.membership.create({ data: membership, select: { userId: true } });
}

/** A person's oldest enabled membership: where they work until they choose. */
export function findFirstMembership(tx: Pick<Tx, 'membership'>, userId: string): Promise<Membership | null> {
  return tx.membership.findFirst({
    where: { userId, disabledAt: null },
    orderBy: [{ createdAt: 'asc' }, { workspaceId: 'asc' }],
    select: COLUMNS,
  });
}

/** How many workspaces a person owns. */
export function countOwned(tx: Pick<Tx, 'membership'>, userId: string): Promise<number> {
  return tx.membership.count({ where: { userId, role: 'owner' } });
}

export function findMembership(
  tx: Pick<Tx, 'membership'>,
  workspaceId: string,
  userId: string,
): Promise<Membership | null> {
  return tx.membership.findUnique({ where: { workspaceId_userId: { workspaceId, userId } }, select: COLUMNS });
}

/** The role of an enabled member; locks the membership until the transaction ends. */
export async function shareMembership(tx: Tx, { workspaceId, userId }: Key): Promise<{ role: Role } | null> {
  const rows = await tx.$queryRaw<{ role: Role }[]>`
    select m.role::text as role
      from workspaces w join memberships m on m.workspace_id = w.id and m.user_id = ${userId}::uuid
     where w.id = ${workspaceId}::uuid and m.disabled_at is null
       for share of w, m`;
  return rows[0] ?? null;
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
