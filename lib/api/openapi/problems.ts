import { type AnyEndpoint, acceptsIdempotencyKey, readsApart } from '#/lib/api/endpoint.ts';
import type { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { type HeaderName, headerReferences } from '#/lib/api/openapi/headers.ts';
import { problemSchema } from '#/lib/api/openapi/problem-currents.ts';
import { examplesFor } from '#/lib/api/openapi/response-examples.ts';

export type Problems = Record<number, string[]>;

const OF_LIMITS: HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
const SEEN_EVERYWHERE: HeaderName[] = ['X-Request-Id', ...OF_LIMITS];
const OWN_HEADERS: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

const WORDS: Record<number, string> = {
  400: 'The input does not fit',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not there, or in another workspace',
  405: 'This path does not know this method',
  409: 'In conflict with what is',
  410: 'No longer there',
  412: 'Changed since you read it; `current` shows it',
  413: 'The body is too large',
  415: 'The body is not JSON, or it is compressed',
  422: 'The question is too large, or the Idempotency-Key belongs to another request',
  426: 'This path takes WebSockets only',
  429: 'Too many requests; wait as long as Retry-After says',
  500: 'Something went wrong on our side; nothing was done',
  503: 'The database is not responding, or too many requests are waiting. With `outcome: unknown` a change may have been saved: repeat it with the same Idempotency-Key. Without, nothing was done',
};

const UNCHANGED = 'It has not changed since the response whose `ETag` you sent';

/** What requests of every kind may be told, by the name of the component that says so. */
const SHARED: Record<string, { status: number; codes: string[] }> = {
  InputInvalid: { status: 400, codes: ['input_invalid'] },
  BodyInvalid: { status: 400, codes: ['input_invalid', 'json_malformed'] },
  PostInvalid: { status: 400, codes: ['input_invalid', 'json_malformed', 'idempotency_key_invalid'] },
  Unauthenticated: { status: 401, codes: ['unauthenticated', 'api_key_invalid'] },
  Forbidden: { status: 403, codes: ['forbidden', 'origin_not_allowed'] },
  ForbiddenToRead: { status: 403, codes: ['forbidden'] },
  EndpointNotFound: { status: 404, codes: ['endpoint_not_found'] },
  WorkspaceSwitched: { status: 409, codes: ['workspace_switched'] },
  MethodNotAllowed: { status: 405, codes: ['method_not_allowed'] },
  BodyTooLarge: { status: 413, codes: ['body_too_large'] },
  ContentTypeUnsupported: { status: 415, codes: ['content_type_unsupported'] },
  IdempotencyKeyReused: { status: 422, codes: ['idempotency_key_reused'] },
  RateLimited: { status: 429, codes: ['rate_limited'] },
  Internal: { status: 500, codes: ['internal'] },
  DatabaseUnavailable: { status: 503, codes: ['database_unavailable'] },
  ReadUnavailable: { status: 503, codes: ['database_unavailable', 'too_many_reads'] },
  QueryTooSlow: { status: 422, codes: ['query_too_slow'] },
};

/** The responses that many operations share, as components. */
export function sharedResponses(): Record<string, object> {
  const problems = Object.entries(SHARED).map(([name, { status, codes }]) => [name, inlineResponse(status, codes)]);
  return {
    NotModified: { description: UNCHANGED, headers: headerReferences([...SEEN_EVERYWHERE, 'ETag']) },
    SameFingerprint: { description: UNCHANGED, headers: headerReferences([...SEEN_EVERYWHERE, 'Fingerprint']) },
    ...Object.fromEntries(problems),
  };
}

/** One refusal: a reference where many operations share it. */
export function problemResponse(status: number, codes: string[], schemas?: ComponentSchemas): object {
  const wanted = JSON.stringify([...codes].sort());
  const known = Object.entries(SHARED).find(
    ([, one]) => one.status === status && JSON.stringify([...one.codes].sort()) === wanted,
  );
  return known ? { $ref: `#/components/responses/${known[0]}` } : inlineResponse(status, codes, schemas);
}

/** An error of the handshake of a WebSocket, which says what is left of a limit only when it is used up. */
export function handshakeProblem(status: number, codes: string[]): object {
  const limits = codes.includes('rate_limited') ? OF_LIMITS : [];
  const own = OWN_HEADERS[status] ?? [];
  return { ...inlineResponse(status, codes), headers: headerReferences(['X-Request-Id', ...limits, ...own]) };
}

function inlineResponse(status: number, codes: string[], schemas?: ComponentSchemas): object {
  return {
    description: `${WORDS[status]}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: headerReferences([...SEEN_EVERYWHERE, ...(OWN_HEADERS[status] ?? [])]),
    content: { 'application/problem+json': { schema: problemSchema(codes, schemas), examples: examplesFor(codes) } },
    'x-problem-codes': codes,
  };
}

/** Every refusal of an endpoint: problem codes by status. */
export function problemsOf(endpoint: AnyEndpoint): Problems {
  const all: Problems = {
    400: ['input_invalid'],
    429: ['rate_limited'],
    500: ['internal'],
    503: ['database_unavailable'],
  };
  const add = (status: number, codes: readonly string[]) => {
    all[status] = [...new Set([...(all[status] ?? []), ...codes])];
  };
  if (endpoint.permission !== 'public') add(401, ['unauthenticated', 'api_key_invalid']);
  if (endpoint.permission && endpoint.permission !== 'public') add(403, ['forbidden']);
  if (endpoint.permission !== 'public' && endpoint.method !== 'get') {
    add(403, ['origin_not_allowed']);
    add(409, ['workspace_switched']);
  }
  if (endpoint.body) {
    add(400, ['json_malformed']);
    add(413, ['body_too_large']);
    add(415, ['content_type_unsupported']);
  }
  if (acceptsIdempotencyKey(endpoint)) {
    add(400, ['idempotency_key_invalid']);
    add(422, ['idempotency_key_reused']);
  }
  if (readsApart(endpoint)) add(503, ['too_many_reads']);
  if (endpoint.narrower) add(422, ['query_too_slow']);
  for (const [status, codes] of Object.entries(endpoint.problems ?? {})) add(Number(status), codes);
  return all;
}

export { SEEN_EVERYWHERE };
