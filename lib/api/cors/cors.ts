import type { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import type { ApiContext } from '#/lib/api/operations/operation.ts';
import { HOUR_MS, SECOND_MS } from '#/lib/core/duration.ts';

const PREFLIGHT_SECONDS = (2 * HOUR_MS) / SECOND_MS;
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, X-Request-Id, X-Workspace-Id';
const EXPOSED_HEADERS =
  'ETag, Location, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, Idempotency-Replayed, Allow, WWW-Authenticate';

/** True for a CORS preflight (Fetch, section 3.3.2). */
export function isPreflight(c: ApiContext): boolean {
  const wanted = c.req.header('origin') && c.req.header('access-control-request-method');
  return c.req.method === 'OPTIONS' && Boolean(wanted);
}

/** True for a preflight from a site that some workspace allows: a browser sends one before each request of a page. */
export async function isWelcomePreflight(c: ApiContext, origins: AllowedOrigins): Promise<boolean> {
  return isPreflight(c) && origins.isKnown(c.req.header('origin') ?? '');
}

/**
 * Returns a preflight. It carries no key, so it is enough that any workspace allows the site; whether the response may
 * be read is decided when the key is known. Cookies are never allowed: `Access-Control-Allow-Credentials` is not sent.
 */
export async function preflightResponse(c: ApiContext, allow: string, origins: AllowedOrigins): Promise<Response> {
  const origin = c.req.header('origin') ?? '';
  const headers: Record<string, string> = { Allow: allow };
  if (await origins.isKnown(origin)) {
    headers['Access-Control-Allow-Origin'] = origin;
    headers['Access-Control-Allow-Methods'] = allow;
    headers['Access-Control-Allow-Headers'] = REQUEST_HEADERS;
    headers['Access-Control-Max-Age'] = String(PREFLIGHT_SECONDS);
  }
  return c.newResponse(null, 204, headers);
}

/**
 * Lets the calling page read this response if it is of a site that the key's own workspace allows or, for public routes
 * (`workspaceId` null), that any workspace allows.
 */
export async function allowOrigin(c: ApiContext, workspaceId: string | null, origins: AllowedOrigins): Promise<void> {
  const origin = c.req.header('origin');
  if (origin === undefined) return;
  const isAllowed = workspaceId ? (await origins.originsOf(workspaceId)).has(origin) : await origins.isKnown(origin);
  if (!isAllowed) return;
  c.res.headers.set('Access-Control-Allow-Origin', origin);
  c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS);
}
