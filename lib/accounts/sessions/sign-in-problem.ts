import { formatLostAccess } from '#/lib/accounts/memberships/lost-access.ts';
import { ERROR_CODES } from '#/lib/core/error-codes.ts';

/** Codes that next-auth and our own verbs put into the address when a provider's sign-in comes back rejected. */
const WORDS: Record<string, string> = {
  sign_up_closed: 'This server takes no new accounts. Sign in with the account you have, or ask its owner for one.',
  email_has_account: ERROR_CODES.email_has_account.text,
  email_missing: ERROR_CODES.email_missing.text,
  account_disabled: formatLostAccess(null),
  AccessDenied: 'The provider was told not to sign you in. Try again, or use email and password.',
};

const OTHERWISE = 'That sign-in did not work. Try again, or use another way.';

/** Messages for `?error=`, by code only: text from a URL is never shown. */
export function signInProblem(code: unknown): string | null {
  if (typeof code !== 'string' || code === '') return null;
  return Object.hasOwn(WORDS, code) ? (WORDS[code] ?? OTHERWISE) : OTHERWISE;
}
