import type { Ctx } from '#/lib/accounts/context.ts';
import { authorize } from '#/lib/accounts/roles/authorize.ts';
import { transaction } from '#/lib/accounts/transaction.ts';
import { ensureSecret, newSecret } from '#/lib/alarms/secrets/ensure-secret.ts';
import { isFull, MOST_VALID, type WebhookSecret } from '#/lib/alarms/secrets/webhook-secret.ts';
import { secretJson } from '#/lib/alarms/secrets/webhook-secret-json.ts';
import { expireSecrets, insertMissing, lockSecrets } from '#/lib/alarms/secrets/webhook-secret-store.ts';
import { AppError } from '#/lib/core/errors.ts';
import { recordEvent } from '#/lib/events/record-event.ts';

/**
 * Puts a new secret in force. Those before it go on signing beside it for `overlapMs`, or until the end they have
 * already; with 0 they stop at once.
 * @throws AppError 403; 409 `too_many_webhook_secrets`
 */
export async function rotateSecret(
  ctx: Ctx,
  overlapMs: number,
): Promise<{ secret: WebhookSecret; previous: WebhookSecret; now: Date }> {
  authorize(ctx, 'workspace:manage');
  return transaction(ctx, async (inner) => {
    const { workspaceId } = inner.actor;
    await lockSecrets(inner.tx, workspaceId);
    const now = await inner.clock.now(inner.tx);
    const valid = await ensureSecret(inner.tx, workspaceId, now);
    if (isFull(valid, overlapMs)) throw tooMany();
    const secret = newSecret(workspaceId, now);
    const expiresAt = new Date(now.getTime() + overlapMs);
    await expireSecrets(inner.tx, workspaceId, { at: expiresAt, now });
    await insertMissing(inner.tx, [secret], now);
    const previous = { ...valid[0], expiresAt };
    const data = { webhook_secret: secretJson(secret), before: secretJson(previous) };
    await recordEvent(inner, { type: 'webhook_secret.rotated', subjectId: secret.id, userId: null, data });
    return { secret, previous, now };
  });
}

function tooMany(): AppError {
  return new AppError('too_many_webhook_secrets', {
    status: 409,
    detail: `${MOST_VALID} secrets are valid already. Wait until one runs out, or send "overlap": "0s" to end them all.`,
  });
}
