import type { Tx } from '#/lib/db/client.ts';
import { type Signer, signerIdOf, type WebhookSecret } from '#/lib/webhooks/secrets/webhook-secret.ts';

type Row = {
  id: string;
  workspace_id: string;
  endpoint_id: string | null;
  secret: string;
  created_at: Date;
  expires_at: Date | null;
};
type Sql = Pick<Tx, '$queryRaw'>;

/**
 * Secrets of these workspaces and endpoints that are valid at this instant, the newest of each first. A workspace's own
 * do not include those of its endpoints.
 */
export async function listValidSecrets(sql: Sql, signerIds: string[], at: Date): Promise<WebhookSecret[]> {
  const rows = await sql.$queryRaw<Row[]>`
    select id::text, workspace_id::text, endpoint_id::text, secret, created_at, expires_at from webhook_secrets
    where ((workspace_id = any (${signerIds}::uuid[]) and endpoint_id is null) or endpoint_id = any (${signerIds}::uuid[]))
      and (expires_at is null or expires_at > ${at})
    order by expires_at is null desc, created_at desc, id desc`;
  return rows.map((row) => ({
    id: row.id,
    workspaceId: row.workspace_id,
    endpointId: row.endpoint_id,
    secret: row.secret,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}

/** Those of these ids whose endpoints must not be sent to. */
export async function listDisabledEndpoints(sql: Sql, ids: string[]): Promise<string[]> {
  const rows = await sql.$queryRaw<{ id: string }[]>`
    select id::text from endpoints where id = any (${ids}::uuid[]) and disabled_at is not null`;
  return rows.map((row) => row.id);
}

/**
 * Puts these in force where a workspace has none in force. Two at once end up with one, by
 * `webhook_secrets_one_current`.
 */
export async function insertMissing(sql: Sql, secrets: WebhookSecret[], at: Date): Promise<void> {
  await sql.$queryRaw`
    insert into webhook_secrets (id, workspace_id, secret, created_at)
    select given.id, workspaces.id, given.secret, ${at}
    from unnest(${secrets.map(({ id }) => id)}::uuid[], ${secrets.map(({ workspaceId }) => workspaceId)}::uuid[],
                ${secrets.map(({ secret }) => secret)}::text[]) as given (id, workspace_id, secret)
    join workspaces on workspaces.id = given.workspace_id
    order by workspaces.id
    on conflict (workspace_id) where expires_at is null and endpoint_id is null do nothing`;
}

/** Puts this in force for its workspace or endpoint, which must have none in force. */
export async function insertSecret(tx: Tx, { id, workspaceId, endpointId, secret, createdAt }: WebhookSecret) {
  await tx.$executeRaw`
    insert into webhook_secrets (id, workspace_id, endpoint_id, secret, created_at)
    values (${id}::uuid, ${workspaceId}::uuid, ${endpointId}::uuid, ${secret}, ${createdAt})`;
}

/** Serializes rotations of one workspace or endpoint until the end of the transaction. */
export async function lockSecrets(tx: Tx, signer: Signer): Promise<void> {
  const name = `webhook-secrets:${signerIdOf(signer)}`;
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`;
}

/** Makes every secret of the signer expire at this instant at the latest, and deletes expired ones. */
export async function expireSecrets(
  tx: Tx,
  { workspaceId, endpointId }: Signer,
  { at, now }: { at: Date; now: Date },
): Promise<void> {
  await tx.$executeRaw`
    delete from webhook_secrets
    where workspace_id = ${workspaceId}::uuid and endpoint_id is not distinct from ${endpointId}::uuid
      and expires_at <= ${now}`;
  await tx.$executeRaw`
    update webhook_secrets set expires_at = least(expires_at, ${at})
    where workspace_id = ${workspaceId}::uuid and endpoint_id is not distinct from ${endpointId}::uuid`;
}
