import { postToAuth } from '#/components/auth/auth-post.ts';
import { WRONG_CREDENTIALS } from '#/lib/accounts/sessions/session.ts';
import { signInInput } from '#/lib/accounts/sessions/session-schemas.ts';
import type { FormOutcome } from '#/lib/client/http/form-outcome.ts';
import { formErrorOfIssues } from '#/lib/client/http/form-outcome.ts';

/** The URL that next-auth redirects to after a failed sign-in, with the reason as `error`. */
const ERROR_PATH = '/api/auth/error';
const FAILED = 'The server couldn’t sign you in. Try again in a moment.';

/**
 * Signs in through next-auth's own routes. Its React client does the same, but leaves the page, and loses typed text,
 * when the server cannot be reached.
 */
export async function signInWithPassword(form: FormData): Promise<FormOutcome> {
  const parsed = signInInput.safeParse(Object.fromEntries(form));
  if (!parsed.success) return formErrorOfIssues(parsed.error);
  const { invitation, ...credentials } = parsed.data;
  const { status, url } = await postToAuth('callback/credentials', {
    ...credentials,
    ...(invitation && { invitation }),
  });
  // The status is 200 even when our own callback has rejected the person: only the URL shows it.
  const error = url?.pathname === ERROR_PATH ? url.searchParams.get('error') : null;
  if (status === 200 && url && error === null && !url.searchParams.has('csrf')) return { ok: true, value: undefined };
  return { ok: false, message: error === 'CredentialsSignin' ? WRONG_CREDENTIALS : (error ?? FAILED), fields: {} };
}

/** Leaves for the provider; returns to `path` signed in, or to the sign-in page with the reason. */
export async function signInWithProvider(provider: string, path: string): Promise<FormOutcome> {
  const { url } = await postToAuth(`signin/${provider}`, { callbackUrl: path });
  if (!url) return { ok: false, message: FAILED, fields: {} };
  window.location.assign(url);
  return { ok: true, value: undefined };
}
