import type { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '#/lib/accounts/sessions/auth-options.ts';
import { isSameOrigin } from '#/lib/accounts/sessions/origin.ts';
import { API_PATH } from '#/lib/api/app.ts';
import { problemOf } from '#/lib/api/responses/problem.ts';
import { noSuchEndpoint } from '#/lib/api/routes.ts';
import { env } from '#/lib/core/env.ts';
import { AppError } from '#/lib/core/errors.ts';
import { newId } from '#/lib/core/ids.ts';
import { log } from '#/lib/core/log.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

/** A sign-in is an address, a password and a token; no one needs more. */
const BODY_MAX_BYTES = 16 * 1024;

/** All that next-auth 4 knows. */
const ACTIONS = new Set([
  '_log',
  'callback',
  'csrf',
  'error',
  'providers',
  'session',
  'signin',
  'signout',
  'verify-request',
]);

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  return nextAuth(request, context);
}

export async function POST(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  // next-auth's client reports its errors here; anyone could fill the log with it.
  if (nextauth[0] === '_log') return new Response(null, { status: 204 });
  // Its own token guards against other sites too. A request without Origin is no browser's and needs the token.
  if (request.headers.has('origin') && !isSameOrigin(request.headers, env().APP_URL)) return reject(ORIGIN_REJECTED);
  if (Number(request.headers.get('content-length') ?? Infinity) > BODY_MAX_BYTES) return reject(BODY_TOO_LARGE);
  try {
    return await nextAuth(request, context);
  } catch (error) {
    if (error instanceof SyntaxError) return reject(JSON_MALFORMED);
    throw error;
  }
}

async function nextAuth(request: NextRequest, context: Context): Promise<Response> {
  // Where next-auth sends people back to; the only one of its settings that has no option.
  process.env.NEXTAUTH_URL = env().APP_URL;
  const { nextauth } = await context.params;
  if (!ACTIONS.has(nextauth[0] ?? ''))
    return reject(noSuchEndpoint(request.method, request.nextUrl.pathname, API_PATH));
  let failure: unknown;
  const options = authOptions(request.headers, (error) => {
    failure = error;
  });
  const response: Response = await NextAuth(request, context, options);
  // Signed out means that no copy of the cookie works any more; until then the person keeps it, and is told.
  if (!failure) return response;
  log.error({ err: failure }, 'sign-out failed');
  return reject(SIGN_OUT_FAILED);
}

const ORIGIN_REJECTED = new AppError('origin_not_allowed', {
  detail: 'This request must come from a page of this site.',
});
const BODY_TOO_LARGE = new AppError('body_too_large', { detail: 'The body is over 16 KB.' });
const JSON_MALFORMED = new AppError('json_malformed');
const SIGN_OUT_FAILED = new AppError('sign_out_failed');

function reject(error: AppError): Response {
  const { status, headers, body } = problemOf(error, newId());
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  });
}
