import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const PREFIX = 'whsec_';
const MAX_CACHED_SECRETS = 1_000;

const keys = new LRUCache<string, KeyObject>({ max: MAX_CACHED_SECRETS });

/**
 * The value of `webhook-signature` (Standard Webhooks 1.0.0): HMAC-SHA256 over `id.timestamp.body` in base64, one
 * `v1,…` for each secret in the order given, separated by a space, so that secrets can be changed without a gap.
 * `secrets` are `whsec_` and base64; `body` is empty for a request without one.
 */
export function webhookSignature(
  secrets: readonly string[],
  id: string,
  timestamp: string,
  body: string | Uint8Array,
): string {
  const before = `${id}.${timestamp}.`;
  const content = typeof body === 'string' ? `${before}${body}` : Buffer.concat([Buffer.from(before), body]);
  let signatures = '';
  for (const secret of secrets) {
    const signature = createHmac('sha256', keyOf(secret)).update(content).digest('base64');
    signatures += signatures === '' ? `v1,${signature}` : ` v1,${signature}`;
  }
  return signatures;
}

function keyOf(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  if (!secret.startsWith(PREFIX)) throw new Error(`A signing secret begins with ${PREFIX}; this one does not.`);
  const key = createSecretKey(secret.slice(PREFIX.length), 'base64');
  keys.set(secret, key);
  return key;
}
