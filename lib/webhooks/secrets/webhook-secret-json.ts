import { prefixOf, type WebhookSecret } from '#/lib/webhooks/secrets/webhook-secret.ts';
import type { WebhookSecretJson } from '#/lib/webhooks/secrets/webhook-secret-schemas.ts';

/** A secret as lists show it: only its prefix. */
export function secretJson(secret: WebhookSecret): WebhookSecretJson {
  return {
    id: secret.id,
    prefix: prefixOf(secret),
    created_at: secret.createdAt.toISOString(),
    expires_at: secret.expiresAt?.toISOString() ?? null,
  };
}

/** A secret in full, for those who may manage the workspace. */
export function fullSecretJson(secret: WebhookSecret): WebhookSecretJson & { secret: string } {
  return { ...secretJson(secret), secret: secret.secret };
}
