import type { ApiKey } from '#/lib/accounts/api-keys/api-key.ts';
import { MAX_KEYS } from '#/lib/accounts/api-keys/api-key.ts';
import { apiKeyJson } from '#/lib/accounts/api-keys/api-key-json.ts';
import type { Permission } from '#/lib/context/roles/role.ts';
import { AppError } from '#/lib/core/errors.ts';

/** 403: the creator or editor of a key lacks these scopes. */
export function scopesExceeded(missing: Permission[]): AppError {
  return new AppError('scopes_exceeded', {
    detail: `A key can’t have permissions that you don’t have. Leave out ${missing.join(', ')}.`,
    fields: [{ pointer: '/scopes', detail: `You don’t have ${missing.join(', ')} yourself.` }],
  });
}

/** 403: the acting key expires before the new or changed key would. */
export function expiryExceeded(pointer: string, latest: Date): AppError {
  const at = latest.toISOString();
  return new AppError('expiry_exceeded', {
    detail: `A key can’t outlive the API key that creates or changes it, which expires at ${at}. Use that or an earlier expires_at.`,
    fields: [{ pointer, detail: `must be at most ${at}` }],
  });
}

/** 403: an admin may see and revoke keys of other members, but not change them. */
export function onlyOwnerChanges(): AppError {
  return new AppError('not_your_api_key');
}

/** 409: an ended key can't be changed. */
export function apiKeyEnded(key: ApiKey): AppError {
  return new AppError('api_key_ended', {
    detail: `This API key ${key.revokedAt ? 'was revoked' : 'has expired'}. Create a new one.`,
    extra: { current: apiKeyJson(key) },
  });
}

export function tooManyApiKeys(): AppError {
  return new AppError('too_many_api_keys', {
    detail: `You have ${MAX_KEYS} API keys in this workspace. Revoke one you no longer use.`,
  });
}

export function apiKeyVersionMismatch(key: ApiKey): AppError {
  return new AppError('api_key_version_mismatch', {
    detail: `The API key has changed: it is at version ${key.version}. Reload it, then try again.`,
    extra: { current: apiKeyJson(key) },
  });
}
