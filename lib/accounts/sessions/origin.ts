type HeadersLike = { get(name: string): string | null };

/**
 * True when a request that carries a cookie was sent by a page of this app: its Origin is that of `appUrl`, or has the
 * host the request was sent to (127.0.0.1 and localhost are one app). A missing or `null` Origin is another site's.
 * OWASP CSRF Prevention Cheat Sheet, "Verifying Origin With Standard Headers"; needed for writes only.
 */
export function isSameOrigin(headers: HeadersLike, appUrl: string): boolean {
  const sent = headers.get('origin');
  if (!sent || !URL.canParse(sent)) return false;
  const origin = new URL(sent);
  const app = new URL(appUrl);
  if (origin.origin === app.origin) return true;
  // An app served over https never trusts an http page, even on its own host.
  if (origin.protocol !== 'https:' && (origin.protocol !== 'http:' || app.protocol === 'https:')) return false;
  return origin.host === headers.get('host')?.trim().toLowerCase();
}
