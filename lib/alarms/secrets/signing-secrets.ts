import { insertMissing, listValidSecrets } from '#/lib/alarms/secrets/webhook-secret-store.ts';
import { newWebhookSecret } from '#/lib/alarms/webhooks/webhook.ts';
import { newId } from '#/lib/core/ids.ts';
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
  const found = await readSecrets(db, workspaceIds, now);
  const missing = [...found].filter(([, secrets]) => secrets.length === 0).map(([workspaceId]) => workspaceId);
  if (missing.length === 0) return found;
  const made = missing.map((workspaceId) => ({ id: newId(), workspaceId, secret: newWebhookSecret() }));
  await insertMissing(db, made, now);
  // Read again: another process may have been quicker, and its secret is the one.
  return new Map([...found, ...(await readSecrets(db, missing, now))]);
}

async function readSecrets(db: Pick<Db, '$queryRaw'>, workspaceIds: string[], now: Date) {
  const found = new Map<string, string[]>(workspaceIds.map((id) => [id, []]));
  for (const { workspaceId, secret } of await listValidSecrets(db, workspaceIds, now)) {
    found.get(workspaceId)?.push(secret);
  }
  return found;
}
