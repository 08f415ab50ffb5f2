import { NextRequest } from 'next/server';
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
import { apiHeaders } from '#/lib/core/security-headers.ts';

type Context = { params: Promise<{ nextauth: string[] }> };

/** A sign-in is an address, a password and a token; no one needs more. */
const BODY_MAX_BYTES = 16 * 1024;

/** All actions of next-auth 4. */
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
  return withHeaders(await nextAuth(request, context));
}

export async function POST(request: NextRequest, context: Context): Promise<Response> {
  return withHeaders(await post(request, context));
}

/** The same as for the API: nothing of a sign-in is cached, framed or run. */
function withHeaders(response: Response): Response {
  const headers = { ...apiHeaders(env().APP_URL.startsWith('https:')), 'Cache-Control': 'no-store' };
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

async function post(request: NextRequest, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  // next-auth's client reports its errors here; anyone could fill the log with them.
  if (nextauth[0] === '_log') return new Response(null, { status: 204 });
  // Its own token also protects against other sites. A request without Origin is not from a browser and needs the
  // token.
  if (request.headers.has('origin') && !isSameOrigin(request.headers, env().APP_URL)) return reject(ORIGIN_REJECTED);
  const body = await readBody(request);
  if (!body) return reject(BODY_TOO_LARGE);
  try {
    return await nextAuth(withBody(request, body), context);
  } catch (error) {
    if (error instanceof SyntaxError) return reject(JSON_MALFORMED);
    throw error;
  }
}

/** Null for one that is too large. A chunked body has no stated length, so it is read only until it is too large. */
async function readBody(request: NextRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get('content-length') ?? 0) > BODY_MAX_BYTES) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > BODY_MAX_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The request with the body that was read from it. */
function withBody({ url, method, headers }: NextRequest, body: Uint8Array<ArrayBuffer>): NextRequest {
  return new NextRequest(url, { method, headers, body: body.byteLength > 0 ? body : null });
}

async function nextAuth(request: NextRequest, context: Context): Promise<Response> {
  // The URL that next-auth redirects to; the only one of its settings that has no option.
  process.env.NEXTAUTH_URL = env().APP_URL;
  const { nextauth } = await context.params;
  if (!ACTIONS.has(nextauth[0] ?? ''))
    return reject(noSuchEndpoint(request.method, request.nextUrl.pathname, API_PATH));
  let failure: unknown;
  const options = authOptions(request.headers, (error) => {
    failure = error;
  });
  const response: Response = await NextAuth(request, context, options);
  // Signed out means that no copy of the cookie works anymore; until then the person keeps it, and gets an error.
  if (!failure) return response;
  log.error({ err: failure }, 'sign-out failed');
  return reject(SIGN_OUT_FAILED);
}

const ORIGIN_REJECTED = new AppError('origin_not_allowed', {
  detail: 'This request must come from a page of this site.',
});
const BODY_TOO_LARGE = new AppError('body_too_large', {
  detail: 'The body is over 16 KB.',
  // The rest of the body is never read, so the connection cannot carry another request.
  headers: { Connection: 'close' },
});
const JSON_MALFORMED = new AppError('json_malformed');
const SIGN_OUT_FAILED = new AppError('sign_out_failed');

function reject(error: AppError): Response {
  const { status, headers, body } = problemOf(error, newId());
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'Content-Type': 'application/problem+json' },
  });
}
