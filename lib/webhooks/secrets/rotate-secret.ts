import type { Ctx } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import { transaction } from '#/lib/context/transaction.ts';
import { recordEvent } from '#/lib/feed/events/record-event.ts';
import { type Replaced, replaceSecret } from '#/lib/webhooks/secrets/replace-secret.ts';
import { secretJson } from '#/lib/webhooks/secrets/webhook-secret-json.ts';

/**
 * Puts a new secret in force for the workspace's own alarms, as `replaceSecret` does.
 * @throws AppError 403; 409 `too_many_webhook_secrets`
 */
export async function rotateSecret(ctx: Ctx, overlapMs: number): Promise<Replaced> {
  authorize(ctx, 'workspace:manage');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    const replaced = await replaceSecret(inner, { workspaceId, endpointId: null }, overlapMs);
    const { secret, previous } = replaced;
    const after = secretJson(secret);
    const data = { webhook_secret: after, before: secretJson(previous), after };
    await recordEvent(inner, { type: 'webhook_secret.rotated', subjectId: secret.id, userId: null, data });
    return replaced;
  });
}
