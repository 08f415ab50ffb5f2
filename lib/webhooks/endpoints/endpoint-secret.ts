import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { notFound } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { lockEndpoint } from '#/lib/webhooks/endpoints/endpoint-store.ts';
import { loadEndpoint } from '#/lib/webhooks/endpoints/list-endpoints.ts';
import { type Replaced, replaceSecret } from '#/lib/webhooks/secrets/replace-secret.ts';
import type { WebhookSecret } from '#/lib/webhooks/secrets/webhook-secret.ts';
import { secretJson } from '#/lib/webhooks/secrets/webhook-secret-json.ts';
import { listValidSecrets } from '#/lib/webhooks/secrets/webhook-secret-store.ts';

/** The endpoint's valid secrets, the one in force first. @throws AppError 403, 404 */
export async function listEndpointSecrets(
  ctx: Ctx,
  id: string,
): Promise<{ secrets: [WebhookSecret, ...WebhookSecret[]]; now: Date }> {
  authorize(ctx, 'endpoints:manage');
  const endpoint = await loadEndpoint(ctx, id);
  const sql = ctx.tx ?? ctx.db;
  const now = await ctx.clock.now(sql);
  const [current, ...before] = await listValidSecrets(sql, [endpoint.id], now);
  // An endpoint is created with its secret, so it was deleted since it was loaded.
  if (!current) throw notFound('endpoint');
  return { secrets: [current, ...before], now };
}

/**
 * Puts a new secret for the endpoint in force, as `replaceSecret` does.
 * @throws AppError 403, 404; 409 `too_many_webhook_secrets`
 */
export async function rotateEndpointSecret(ctx: Ctx, id: string, overlapMs: number): Promise<Replaced> {
  authorize(ctx, 'endpoints:manage');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    if (!(await lockEndpoint(inner.tx, { id, workspaceId }))) throw notFound('endpoint');
    const replaced = await replaceSecret(inner, { workspaceId, endpointId: id }, overlapMs);
    const { secret, previous, now } = replaced;
    const after = secretJson(secret);
    const data = { webhook_secret: after, before: secretJson(previous), after };
    await recordEvent(inner, { type: 'endpoint.secret_rotated', subjectId: id, userId: null, data }, now);
    return replaced;
  });
}
