import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import type { ApiKeyJson } from '#/lib/accounts/api-keys/api-key-schemas.ts';

/** An API key as the API shows it. */
export function apiKeyJson(key: ApiKey): ApiKeyJson {
  return {
    id: key.id,
    user_id: key.userId,
    created_at: key.createdAt.toISOString(),
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    version: key.version,
    ...apiKeyFacts(key),
  };
}

/** As events show it. */
export function apiKeyFacts({ name, scopes, prefix, expiresAt }: ApiKey) {
  return { name, scopes, prefix, expires_at: expiresAt?.toISOString() ?? null };
}
