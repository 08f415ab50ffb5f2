import type { InvitationWithInviter } from '#/lib/accounts/invitations/invitation.ts';
import type { Tx } from '#/lib/db/client.ts';
import { Prisma } from '#/lib/db/generated/client.ts';

/**
 * A workspace's invitations that can still be accepted, newest first, with their creators; `invitedBy` filters by
 * creator.
 */
export function listOpenInvitations(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  now: Date,
  invitedBy?: string,
): Promise<InvitationWithInviter[]> {
  const theirs = invitedBy ? Prisma.sql`and i.invited_by = ${invitedBy}::uuid` : Prisma.empty;
  return select(
    tx,
    Prisma.sql`i.workspace_id = ${workspaceId}::uuid and i.accepted_at is null and i.revoked_at is null
               and i.expires_at > ${now} ${theirs} order by i.created_at desc, i.id desc`,
  );
}

/** One invitation, in whatever state. */
export async function findInvitationWithInviter(
  tx: Pick<Tx, '$queryRaw'>,
  workspaceId: string,
  id: string,
): Promise<InvitationWithInviter | null> {
  const [row] = await select(tx, Prisma.sql`i.workspace_id = ${workspaceId}::uuid and i.id = ${id}::uuid`);
  return row ?? null;
}

/** The invitation of a link, in whatever state, with the names that its page shows. */
export async function findInvitationOfLink(
  tx: Pick<Tx, '$queryRaw'>,
  tokenHash: Uint8Array,
): Promise<(InvitationWithInviter & { workspaceName: string }) | null> {
  const [row] = await select<InvitationWithInviter & { workspaceName: string }>(
    tx,
    Prisma.sql`i.token_hash = ${tokenHash}`,
  );
  return row ?? null;
}

function select<Row = InvitationWithInviter>(tx: Pick<Tx, '$queryRaw'>, where: Prisma.Sql): Promise<Row[]> {
  return tx.$queryRaw<Row[]>`
    select i.id, i.workspace_id as "workspaceId", i.role::text as role, i.email, i.invited_by as "invitedBy",
           i.created_at as "createdAt", i.expires_at as "expiresAt", i.accepted_at as "acceptedAt",
           i.revoked_at as "revokedAt", coalesce(u.name, 'Someone') as "invitedByName", w.name as "workspaceName"
      from invitations i
      join workspaces w on w.id = i.workspace_id
      left join users u on u.id = i.invited_by
     where ${where}`;
}
