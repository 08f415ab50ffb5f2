/** A POST with the token that next-auth requires twice, in a cookie and in the body. */
export async function postToAuth(
  action: string,
  fields: Record<string, string>,
): Promise<{ status: number; url: URL | null }> {
  const { csrfToken } = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
  const body = new URLSearchParams({ ...fields, csrfToken, json: 'true' });
  const response = await fetch(`/api/auth/${action}`, { method: 'POST', body });
  const { url } = (await response.json()) as { url?: string };
  return { status: response.status, url: url ? new URL(url, window.location.href) : null };
}
