import { type NextRequest, NextResponse } from 'next/server';
import { authenticateSession } from '#/lib/accounts/sessions/authenticate-session.ts';
import { AllowedOrigins } from '#/lib/accounts/workspaces/allowed-origins.ts';
import { defaultSystem } from '#/lib/context/default-system.ts';
import { env } from '#/lib/core/env.ts';
import { log } from '#/lib/core/log.ts';
import { pageHeaders } from '#/lib/core/security-headers.ts';

const NONCE_BYTES = 16;

/** Pages, and nothing else: the API says its own, and files of the build are no documents. */
export const config = {
  matcher: [
    { source: '/((?!api/|_next/static/|_next/image|icon.svg|icons/|sw.js$|manifest.webmanifest$|ping$|metrics$).*)' },
  ],
};

/**
 * Gives each page a policy of its own. Next reads the nonce out of the request's copy of it and puts it on every script
 * that it writes (Next's guide "Content Security Policy").
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString('base64');
  const responseHeaders = pageHeaders({
    path: request.nextUrl.pathname,
    nonce,
    isDev: process.env.NODE_ENV === 'development',
    isHttps: env().APP_URL.startsWith('https:'),
    frameAncestors: isDocument(request) ? await frameAncestors(request) : [],
  });
  const headers = new Headers(request.headers);
  headers.set('Content-Security-Policy', responseHeaders['Content-Security-Policy'] ?? '');
  headers.set('x-nonce', nonce);
  const response = NextResponse.next({ request: { headers } });
  for (const [name, value] of Object.entries(responseHeaders)) response.headers.set(name, value);
  return response;
}

let origins: AllowedOrigins | undefined;

/** Sites that the workspace of whoever looks lets show its pages. While that can't be known, none. */
async function frameAncestors(request: NextRequest): Promise<Iterable<string>> {
  const { db, clock } = defaultSystem();
  try {
    const actor = await authenticateSession(db, clock, request.headers.get('cookie'));
    origins ??= new AllowedOrigins(db);
    return actor ? await origins.originsOf(actor.workspaceId) : [];
  } catch (error) {
    log.warn({ err: error }, 'sites that may frame this page are not known; none may');
    return [];
  }
}

/** What the router fetches in the background is no document, and needs no second look at who asks. */
function isDocument(request: NextRequest): boolean {
  const destination = request.headers.get('sec-fetch-dest');
  return !destination || /^(?:document|iframe|frame|embed|object)$/.test(destination);
}
