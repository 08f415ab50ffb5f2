import type { Session } from '#/lib/accounts/sessions/session.ts';
import type { SessionToken } from '#/lib/accounts/sessions/session-schemas.ts';
import type { Tx } from '#/lib/db/client.ts';

const COLUMNS = { id: true, userId: true, createdAt: true, expiresAt: true, userAgent: true, address: true } as const;

export async function insertSession(tx: Tx, session: Session): Promise<void> {
  await tx.session.create({ data: session, select: { id: true } });
}

/** Sessions of a user that are live at `now`, newest first. */
export function listLiveSessions(tx: Pick<Tx, 'session'>, userId: string, now: Date): Promise<Session[]> {
  return tx.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: COLUMNS,
  });
}

export function findSessionOwner(tx: Pick<Tx, 'session'>, id: string): Promise<{ userId: string } | null> {
  return tx.session.findUnique({ where: { id }, select: { userId: true } });
}

/** When a session of this person ends, or has ended. */
export function findSession(
  tx: Pick<Tx, 'session'>,
  { sid, uid }: SessionToken,
): Promise<(Pick<Session, 'expiresAt'> & { revokedAt: Date | null }) | null> {
  return tx.session.findFirst({ where: { id: sid, userId: uid }, select: { expiresAt: true, revokedAt: true } });
}

/** Revokes those of the sessions that were not revoked yet, and returns them. */
export async function revokeSessions(tx: Tx, which: { userId: string; ids: string[] }, now: Date): Promise<string[]> {
  const rows = await tx.session.updateManyAndReturn({
    where: { userId: which.userId, id: { in: which.ids }, revokedAt: null },
    data: { revokedAt: now },
    select: { id: true },
  });
  return rows.map((row) => row.id);
}

/** Moves a session to this workspace, and returns the previous one; null when there was none. */
export async function setSessionWorkspace(tx: Tx, id: string, workspaceId: string): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ was: string | null }[]>`
    with before as (select workspace_id from sessions where id = ${id}::uuid for update)
    update sessions set workspace_id = ${workspaceId}::uuid from before where id = ${id}::uuid
    returning before.workspace_id::text as was`;
  return row?.was ?? null;
}
