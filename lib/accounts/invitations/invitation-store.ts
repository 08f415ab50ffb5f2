import type { Invitation } from '#/lib/accounts/invitations/invitation.ts';
import type { Tx } from '#/lib/db/client.ts';

type Hash = Uint8Array<ArrayBuffer>;

const COLUMNS = {
  id: true,
  workspaceId: true,
  role: true,
  email: true,
  invitedBy: true,
  createdAt: true,
  expiresAt: true,
  acceptedAt: true,
  revokedAt: true,
} as const;

export async function insertInvitation(tx: Tx, invitation: Invitation & { tokenHash: Hash }): Promise<void> {
  await tx.invitation.create({ data: invitation, select: { id: true } });
}

export async function findInvitationByHash(tx: Pick<Tx, 'invitation'>, tokenHash: Hash): Promise<Invitation | null> {
  return (await tx.invitation.findUnique({ where: { tokenHash }, select: COLUMNS })) as Invitation | null;
}

/** One of the workspace's invitations, locked until the transaction ends. */
export async function findInvitationForUpdate(tx: Tx, workspaceId: string, id: string): Promise<Invitation | null> {
  await tx.$queryRaw`select 1 from invitations where id = ${id}::uuid and workspace_id = ${workspaceId}::uuid for update`;
  return (await tx.invitation.findFirst({ where: { id, workspaceId }, select: COLUMNS })) as Invitation | null;
}

export async function markAccepted(tx: Tx, id: string, by: { acceptedAt: Date; acceptedBy: string }): Promise<void> {
  await tx.invitation.update({ where: { id }, data: by, select: { id: true } });
}

export async function markInvitationRevoked(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.invitation.update({ where: { id }, data: { revokedAt }, select: { id: true } });
}

export function countOpenInvitations(tx: Pick<Tx, 'invitation'>, workspaceId: string, now: Date): Promise<number> {
  return tx.invitation.count({
    where: { workspaceId, acceptedAt: null, revokedAt: null, expiresAt: { gt: now } },
  });
}

/** Counts invitations with an address created since then, in whatever state. */
export function countMailed(
  tx: Pick<Tx, 'invitation'>,
  by: { workspaceId: string } | { invitedBy: string },
  since: Date,
): Promise<number> {
  return tx.invitation.count({ where: { ...by, email: { not: null }, createdAt: { gt: since } } });
}

/** Deletes up to `limit` that had ended by this instant, and returns how many. */
export function deleteInvitationsOver(tx: Pick<Tx, '$executeRaw'>, before: Date, limit: number): Promise<number> {
  return tx.$executeRaw`
    delete from invitations where id in (
      select id from invitations where coalesce(accepted_at, revoked_at, expires_at) <= ${before} limit ${limit})`;
}
