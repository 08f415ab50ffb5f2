import type { FormOutcome } from '#/lib/accounts/form-outcome.ts';
import { refusalOfIssues } from '#/lib/accounts/form-outcome.ts';
import { WRONG_CREDENTIALS } from '#/lib/accounts/sessions/session.ts';
import { signInInput } from '#/lib/accounts/sessions/session-schemas.ts';

const FAILED = 'The server could not sign you in. Try again in a moment.';

/**
 * Signs in through next-auth's own endpoints. Its React client does the same, but leaves the page, and what was typed
 * there, when the server cannot be reached.
 */
export async function signInWithPassword(form: FormData): Promise<FormOutcome> {
  const parsed = signInInput.safeParse(Object.fromEntries(form));
  if (!parsed.success) return refusalOfIssues(parsed.error);
  const { invitation, ...credentials } = parsed.data;
  const { status, url } = await post('callback/credentials', { ...credentials, ...(invitation && { invitation }) });
  if (status === 200 && url && !url.searchParams.has('csrf')) return { ok: true, value: undefined };
  const error = url?.searchParams.get('error');
  return { ok: false, message: error === 'CredentialsSignin' ? WRONG_CREDENTIALS : (error ?? FAILED), fields: {} };
}

/** Leaves for the provider; comes back to `path` signed in, or to the sign-in page with the reason. */
export async function signInWithProvider(provider: string, path: string): Promise<FormOutcome> {
  const { url } = await post(`signin/${provider}`, { callbackUrl: path });
  if (!url) return { ok: false, message: FAILED, fields: {} };
  window.location.assign(url);
  return { ok: true, value: undefined };
}

/** A POST with the token that next-auth wants to see twice, in a cookie and in the body. */
export async function post(
  action: string,
  fields: Record<string, string>,
): Promise<{ status: number; url: URL | null }> {
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
  const body = new URLSearchParams({ ...fields, csrfToken, json: 'true' });
  const response = await fetch(`/api/auth/${action}`, { method: 'POST', body });
  const answer = (await response.json()) as { url?: string };
  return { status: response.status, url: answer.url ? new URL(answer.url, window.location.href) : null };
}
