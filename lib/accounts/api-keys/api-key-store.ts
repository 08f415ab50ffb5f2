import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import type { Permission } from '#/lib/accounts/roles/role.ts';
import type { Tx } from '#/lib/db/client.ts';

type Owner = { workspaceId: string; userId: string };
type NewApiKey = Owner & Omit<ApiKey, 'lastUsedAt'> & { secretHash: Uint8Array<ArrayBuffer> };

const COLUMNS = {
  id: true,
  name: true,
  prefix: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
} as const;

export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<void> {
  await tx.apiKey.create({ data: key, select: { id: true } });
}

/** A person's keys that were not revoked, newest first; expired ones are among them. */
export async function listOwnApiKeys(tx: Pick<Tx, 'apiKey'>, owner: Owner): Promise<ApiKey[]> {
  const rows = await tx.apiKey.findMany({
    where: { ...owner, revokedAt: null },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: COLUMNS,
  });
  return rows.map((row) => ({ ...row, scopes: row.scopes as Permission[] }));
}

/** How many of a person's keys work at `now`. */
export function countUsableApiKeys(tx: Pick<Tx, 'apiKey'>, owner: Owner, now: Date): Promise<number> {
  return tx.apiKey.count({
    where: { ...owner, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
}

export function findOwnApiKey(
  tx: Pick<Tx, 'apiKey'>,
  owner: Owner,
  id: string,
): Promise<{ name: string; revokedAt: Date | null } | null> {
  return tx.apiKey.findFirst({ where: { ...owner, id }, select: { name: true, revokedAt: true } });
}

/** True when this call revoked it, false when it was revoked already. */
export async function markRevoked(tx: Tx, owner: Owner, id: string, now: Date): Promise<boolean> {
  const { count } = await tx.apiKey.updateMany({ where: { ...owner, id, revokedAt: null }, data: { revokedAt: now } });
  return count > 0;
}

/** Sets when the key was last used, unless another request has done so after `notAfter`. */
export async function touchApiKey(tx: Pick<Tx, 'apiKey'>, id: string, now: Date, notAfter: Date): Promise<void> {
  await tx.apiKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: notAfter } }] },
    data: { lastUsedAt: now },
  });
}
