import { expiryExceeded, scopesExceeded } from '#/lib/accounts/api-keys/api-key-errors.ts';
import type { EditApiKeyInput } from '#/lib/accounts/api-keys/api-key-schemas.ts';
import { findApiKeyExpiry } from '#/lib/accounts/api-keys/api-key-store.ts';
import type { Actor, TxCtx } from '#/lib/context/context.ts';
import type { Permission } from '#/lib/context/roles/role.ts';
import { DAY_MS } from '#/lib/core/duration.ts';
import { AppError } from '#/lib/core/errors.ts';

/** About ten years. */
const MAX_MS = 3650 * DAY_MS;

/** @throws AppError 403 `scopes_exceeded` for scopes that the actor lacks */
export function rejectMoreThanOwn({ scopes: own }: Pick<Actor, 'scopes'>, scopes: readonly Permission[]): void {
  const missing = scopes.filter((scope) => !own.has(scope));
  if (missing.length > 0) throw scopesExceeded(missing);
}

/** When the actor's credential stops working; null when it does not expire, such as a browser's session. */
export async function ownExpiry({ tx, actor: { credential } }: TxCtx): Promise<Date | null> {
  return credential.kind === 'api_key' ? findApiKeyExpiry(tx, credential.apiKeyId) : null;
}

/** The requested expiry, null for never; undefined when the input doesn't set one. */
export function wantedExpiry(
  { expires_at, expires_in_days }: Pick<EditApiKeyInput, 'expires_at' | 'expires_in_days'>,
  now: Date,
): Date | null | undefined {
  if (expires_in_days) return new Date(now.getTime() + expires_in_days * DAY_MS);
  return expires_in_days === null ? (expires_at ?? null) : expires_at;
}

/** JSON pointer to the field of the input that sets the expiry. */
export function expiryPointer({ expires_in_days }: Pick<EditApiKeyInput, 'expires_in_days'>): string {
  return expires_in_days ? '/expires_in_days' : '/expires_at';
}

/** @throws AppError 403 `expiry_exceeded` for an expiry after the actor's own */
export function rejectLongerThanOwn(own: Date | null, wanted: Date | null, pointer: string): void {
  if (own && (!wanted || wanted > own)) throw expiryExceeded(pointer, own);
}

/** @throws AppError 400 for an expiry in the past or too far ahead */
export function rejectOddExpiry(wanted: Date | null, now: Date): void {
  if (!wanted || (wanted > now && wanted.getTime() - now.getTime() <= MAX_MS)) return;
  const detail = wanted > now ? 'must be within 3650 days' : 'must be in the future';
  throw new AppError('input_invalid', {
    detail: `/expires_at: ${detail}.`,
    fields: [{ pointer: '/expires_at', detail }],
  });
}
