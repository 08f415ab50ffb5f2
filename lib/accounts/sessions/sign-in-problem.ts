import { formatLostAccess } from '#/lib/accounts/memberships/lost-access.ts';
import { ERROR_CODES } from '#/lib/core/error-codes.ts';

/** Codes that next-auth and our own code put into the URL when signing in with a provider is rejected. */
const WORDS: Record<string, string> = {
  sign_up_closed: ERROR_CODES.sign_up_closed.text,
  email_has_account: ERROR_CODES.email_has_account.text,
  email_missing: ERROR_CODES.email_missing.text,
  account_disabled: formatLostAccess(null),
  AccessDenied: 'The provider didn’t allow this sign-in. Try again, or use email and password.',
};

const OTHERWISE = 'That sign-in didn’t work. Try again, or sign in another way.';

/** Messages for `?error=`, by code only: text from a URL is never shown. */
export function signInProblem(code: unknown): string | null {
  if (typeof code !== 'string' || code === '') return null;
  return Object.hasOwn(WORDS, code) ? (WORDS[code] ?? OTHERWISE) : OTHERWISE;
}
