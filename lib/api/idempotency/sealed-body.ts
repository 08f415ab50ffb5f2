import { openText, sealText } from '#/lib/core/sealed-text.ts';

/** Whose response it is: each has a key of its own, so that one row's text is useless in another. */
type Owner = { senderId: string; key: string };

/** No JSON begins like this, which distinguishes sealed bodies from responses stored before bodies were sealed. */
const SEALED_PREFIX = 'sealed:';

/**
 * Encrypts a response for storage, so that the table alone does not reveal it: responses may hold a secret that is
 * shown once.
 */
export function sealBody(body: string, owner: Owner): string {
  return SEALED_PREFIX + sealText(body, purposeOf(owner));
}

/** The response as it was, or null when it can't be read: AUTH_SECRET has changed since. */
export function openBody(stored: string, owner: Owner): string | null {
  if (!stored.startsWith(SEALED_PREFIX)) return stored;
  return openText(stored.slice(SEALED_PREFIX.length), purposeOf(owner));
}

function purposeOf({ senderId, key }: Owner): string {
  return `idempotency answer\n${senderId}\n${key}`;
}
