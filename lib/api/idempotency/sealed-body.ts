import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { readSecretSettings } from '#/lib/core/env.ts';

/** Whose answer it is: each has a key of its own, so that one row's text is of no use in another. */
type Owner = { senderId: string; key: string };

/** No JSON begins like this: answers stored before bodies were sealed stand as they are. */
const MARK = 'sealed:';
const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Writes a stored answer so that the table alone does not tell it: answers may hold a secret that is shown once. The key
 * comes by HKDF (RFC 5869) from AUTH_SECRET and the Idempotency-Key, and costs some 10 µs.
 */
export function sealBody(body: string, owner: Owner): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(owner), nonce);
  const sealed = Buffer.concat([cipher.update(body, 'utf8'), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
}

/** The answer as it was, or null when it can't be read: AUTH_SECRET is another one since. */
export function openBody(stored: string, owner: Owner): string | null {
  if (!stored.startsWith(MARK)) return stored;
  const bytes = Buffer.from(stored.slice(MARK.length), 'base64');
  const opening = createDecipheriv(CIPHER, keyOf(owner), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  opening.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = opening.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([text, opening.final()]).toString('utf8');
  } catch {
    return null;
  }
}

function keyOf({ senderId, key }: Owner): Buffer {
  const info = `idempotency answer\n${senderId}\n${key}`;
  return Buffer.from(hkdfSync('sha256', readSecretSettings().AUTH_SECRET, '', info, KEY_BYTES));
}
