import type { Db } from '#/lib/db/client.ts';
import { ensureSecrets } from '#/lib/webhooks/secrets/ensure-secret.ts';
import { signerIdOf } from '#/lib/webhooks/secrets/webhook-secret.ts';
import { listDisabledEndpoints } from '#/lib/webhooks/secrets/webhook-secret-store.ts';

/**
 * What to sign the webhooks of these workspaces and endpoints with, the newest first. A workspace without a secret gets
 * one; a deleted workspace has an empty list, and so has a deleted or disabled endpoint.
 */
export async function listSigningSecrets(
  db: Pick<Db, '$queryRaw'>,
  signerIds: string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const bySigner = new Map<string, string[]>(signerIds.map((id) => [id, []]));
  const secrets = await ensureSecrets(db, [...bySigner.keys()], now);
  for (const secret of secrets) bySigner.get(signerIdOf(secret))?.push(secret.secret);
  const endpointIds = secrets.flatMap(({ endpointId }) => endpointId ?? []);
  if (endpointIds.length === 0) return bySigner;
  for (const id of await listDisabledEndpoints(db, endpointIds)) bySigner.set(id, []);
  return bySigner;
}
