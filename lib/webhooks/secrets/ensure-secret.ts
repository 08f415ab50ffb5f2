import { newId } from '#/lib/core/ids.ts';
import type { Db } from '#/lib/db/client.ts';
import { type Signer, signerIdOf, type WebhookSecret } from '#/lib/webhooks/secrets/webhook-secret.ts';
import { insertMissing, listValidSecrets } from '#/lib/webhooks/secrets/webhook-secret-store.ts';
import { newWebhookSecret } from '#/lib/webhooks/sending/webhook.ts';

/**
 * The secrets of these workspaces and endpoints that are valid now, the newest of each first; a workspace without any
 * gets its first. Two concurrent callers end up with one secret. Endpoints are created with theirs.
 */
export async function ensureSecrets(
  sql: Pick<Db, '$queryRaw'>,
  signerIds: string[],
  now: Date,
): Promise<WebhookSecret[]> {
  const found = await listValidSecrets(sql, signerIds, now);
  const having = new Set(found.map(signerIdOf));
  const missing = signerIds.filter((id) => !having.has(id));
  if (missing.length === 0) return found;
  await insertMissing(
    sql,
    missing.map((id) => newSecret({ workspaceId: id, endpointId: null }, now)),
    now,
  );
  // Read again: another process may have been first, and its secret counts.
  return [...found, ...(await listValidSecrets(sql, missing, now))];
}

/** As `ensureSecrets`, for one signer that exists: the secret in force, and those before it. */
export async function ensureSecret(
  sql: Pick<Db, '$queryRaw'>,
  signer: Signer,
  now: Date,
): Promise<[WebhookSecret, ...WebhookSecret[]]> {
  const [current, ...before] = await ensureSecrets(sql, [signerIdOf(signer)], now);
  if (!current) throw new Error(`${signerIdOf(signer)} has no secret in force`);
  return [current, ...before];
}

/** A secret that is not in force yet. */
export function newSecret({ workspaceId, endpointId }: Signer, now: Date): WebhookSecret {
  return { id: newId(), workspaceId, endpointId, secret: newWebhookSecret(), createdAt: now, expiresAt: null };
}
