import { ensureSecrets } from '#/lib/alarms/secrets/ensure-secret.ts';
import type { Db } from '#/lib/db/client.ts';

/**
 * What to sign the webhooks of these workspaces with, the newest first. A workspace without a secret gets one; one that
 * is gone has an empty list.
 */
export async function listSigningSecrets(
  db: Pick<Db, '$queryRaw'>,
  workspaceIds: string[],
  now: Date,
): Promise<Map<string, string[]>> {
  const byWorkspace = new Map<string, string[]>(workspaceIds.map((id) => [id, []]));
  for (const { workspaceId, secret } of await ensureSecrets(db, [...byWorkspace.keys()], now)) {
    byWorkspace.get(workspaceId)?.push(secret);
  }
  return byWorkspace;
}
