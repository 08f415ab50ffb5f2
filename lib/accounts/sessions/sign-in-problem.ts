import { formatLostAccess } from '#/lib/accounts/memberships/lost-access.ts';
import { formatThrottled } from '#/lib/accounts/sessions/account-throttle.ts';
import { TOO_MANY_SIGN_INS, WINDOW_SECONDS } from '#/lib/accounts/sessions/sign-in-throttle.ts';
import { SECOND_MS } from '#/lib/core/duration.ts';
import { ERROR_CODES } from '#/lib/core/error-codes.ts';
import type { AppError } from '#/lib/core/errors.ts';

/** Codes that next-auth and our own code put into the URL when signing in with a provider is rejected. */
const PROBLEM_TEXTS: Record<string, string> = {
  sign_up_closed: ERROR_CODES.sign_up_closed.text,
  email_has_account: ERROR_CODES.email_has_account.text,
  email_missing: ERROR_CODES.email_missing.text,
  account_disabled: formatLostAccess(null),
  AccessDenied: 'The provider didn’t allow this sign-in. Try again, or use email and password.',
};

const DEFAULT_TEXT = 'That sign-in didn’t work. Try again, or sign in another way.';

/** Where a rejected sign-in with a provider leads; `signInProblem` reads its query. */
export function signInErrorPath({ code, headers }: AppError): string {
  const retryAfter = headers['Retry-After'];
  return `/sign-in?${new URLSearchParams({ error: code, ...(retryAfter && { retry_after: retryAfter }) })}`;
}

/** Messages for `?error=`, by code only: of a URL no text is shown, and no longer wait than the throttle's own. */
export function signInProblem(code: unknown, retryAfter?: unknown): string | null {
  if (typeof code !== 'string' || code === '') return null;
  if (code === 'sign_in_throttled') return formatThrottled(TOO_MANY_SIGN_INS, secondsOf(retryAfter) * SECOND_MS);
  return Object.hasOwn(PROBLEM_TEXTS, code) ? (PROBLEM_TEXTS[code] ?? DEFAULT_TEXT) : DEFAULT_TEXT;
}

function secondsOf(retryAfter: unknown): number {
  const seconds = Number(retryAfter);
  return seconds > 0 && seconds < WINDOW_SECONDS ? seconds : WINDOW_SECONDS;
}
