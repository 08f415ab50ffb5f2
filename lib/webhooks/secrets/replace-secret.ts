import type { TxCtx } from '#/lib/context/context.ts';
import { AppError } from '#/lib/core/errors.ts';
import { ensureSecret, newSecret } from '#/lib/webhooks/secrets/ensure-secret.ts';
import { isFull, MAX_VALID, type Signer, type WebhookSecret } from '#/lib/webhooks/secrets/webhook-secret.ts';
import { expireSecrets, insertSecret, lockSecrets } from '#/lib/webhooks/secrets/webhook-secret-store.ts';

/** `previous` is the one that was in force, with its end. */
export type Replaced = { secret: WebhookSecret; previous: WebhookSecret; now: Date };

/**
 * Puts a new secret in force. Earlier ones keep signing too for `overlapMs`, or until the end they already have; with 0
 * they stop at once.
 * @throws AppError 409 `too_many_webhook_secrets`
 */
export async function replaceSecret({ tx, clock }: TxCtx, signer: Signer, overlapMs: number): Promise<Replaced> {
  await lockSecrets(tx, signer);
  const now = await clock.now(tx);
  const valid = await ensureSecret(tx, signer, now);
  if (isFull(valid, overlapMs)) throw tooMany();
  const secret = newSecret(signer, now);
  const expiresAt = new Date(now.getTime() + overlapMs);
  await expireSecrets(tx, signer, { at: expiresAt, now });
  await insertSecret(tx, secret);
  return { secret, previous: { ...valid[0], expiresAt }, now };
}

function tooMany(): AppError {
  return new AppError('too_many_webhook_secrets', {
    detail: `${MAX_VALID} secrets are already valid. Wait until one expires, or send "overlap": "0s" to end them all.`,
  });
}
