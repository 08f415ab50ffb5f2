import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import { PERMISSIONS } from '#/lib/context/roles/role.ts';
import type { Tx } from '#/lib/db/client.ts';

type Owner = { workspaceId: string; userId: string };
type Key = { id: string; workspaceId: string };
type Sql = Pick<Tx, 'apiKey'>;
type NewApiKey = Owner & Omit<ApiKey, 'lastUsedAt' | 'revokedAt' | 'version'> & { secretHash: Uint8Array<ArrayBuffer> };
/** A key's position in a list that is read page by page. */
type Place = readonly [createdAt: Date, id: string];

const COLUMNS = {
  id: true,
  userId: true,
  name: true,
  prefix: true,
  scopes: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
  version: true,
} as const;

export async function insertApiKey(tx: Tx, key: NewApiKey): Promise<void> {
  await tx.apiKey.create({ data: key, select: { id: true } });
}

/** A person's keys that were not revoked, newest first; expired ones are included. All, or a page after a position. */
export async function listOwnApiKeys(
  tx: Sql,
  owner: Owner,
  { after, limit }: { after?: Place | null; limit?: number } = {},
): Promise<ApiKey[]> {
  const [createdAt, id] = after ?? [];
  const rows = await tx.apiKey.findMany({
    where: {
      ...owner,
      revokedAt: null,
      ...(createdAt && { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id as string } }] }),
    },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: COLUMNS,
    ...(limit && { take: limit }),
  });
  return rows.map(asStored);
}

/** How many of a person's keys work at `now`. */
export function countUsableApiKeys(tx: Sql, owner: Owner, now: Date): Promise<number> {
  return tx.apiKey.count({
    where: { ...owner, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
  });
}

/** A key of the workspace, revoked ones too. */
export async function findApiKey(tx: Sql, { id, workspaceId }: Key): Promise<ApiKey | null> {
  const row = await tx.apiKey.findFirst({ where: { id, workspaceId }, select: COLUMNS });
  return row && asStored(row);
}

/** As `findApiKey`, and locks the key until the end of the transaction. */
export async function lockApiKey(tx: Tx, key: Key): Promise<ApiKey | null> {
  await tx.$queryRaw`
    select from api_keys where id = ${key.id}::uuid and workspace_id = ${key.workspaceId}::uuid for update`;
  return findApiKey(tx, key);
}

/** When a key expires. */
export async function findApiKeyExpiry(tx: Sql, id: string): Promise<Date | null> {
  return (await tx.apiKey.findUnique({ where: { id }, select: { expiresAt: true } }))?.expiresAt ?? null;
}

/** Writes the changes of a key as its next version. */
export async function saveApiKey(
  tx: Sql,
  id: string,
  changes: Partial<Pick<ApiKey, 'name' | 'scopes' | 'expiresAt' | 'revokedAt'>>,
): Promise<ApiKey> {
  const data = { ...changes, version: { increment: 1 } };
  return asStored(await tx.apiKey.update({ where: { id }, data, select: COLUMNS }));
}

/** Sets when the key was last used, unless another request has set it after `notAfter`. */
export async function touchApiKey(tx: Sql, id: string, now: Date, notAfter: Date): Promise<void> {
  await tx.apiKey.updateMany({
    where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lte: notAfter } }] },
    data: { lastUsedAt: now },
  });
}

/** Leaves out scopes that this version does not know. */
function asStored(row: Omit<ApiKey, 'scopes'> & { scopes: string[] }): ApiKey {
  return { ...row, scopes: PERMISSIONS.filter((scope) => row.scopes.includes(scope)) };
}
