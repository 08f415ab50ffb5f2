import type { ComponentSchemas } from '#/lib/api/openapi/component-schemas.ts';
import { type HeaderName, headerReferences } from '#/lib/api/openapi/headers.ts';
import { problemSchema } from '#/lib/api/openapi/problem-currents.ts';
import { examplesFor } from '#/lib/api/openapi/response-examples.ts';
import { type AnyOperation, acceptsIdempotencyKey, usesReadPool } from '#/lib/api/operations/operation.ts';
import { ERROR_CODES, type ErrorCode } from '#/lib/core/error-codes.ts';

const OF_LIMITS: HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
const COMMON_HEADERS: HeaderName[] = ['X-Request-Id', ...OF_LIMITS];
const OWN_HEADERS: Record<number, HeaderName[]> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

/** What errors of a status have in common. */
export const STATUS_LABELS: Readonly<Record<number, string>> = {
  400: 'The input is not valid',
  401: 'Not signed in',
  403: 'Not allowed',
  404: 'Not found, or in another workspace',
  405: 'This path does not support this method',
  409: 'Conflicts with the current state',
  410: 'No longer there',
  412: 'Changed since you read it; `current` shows it',
  413: 'The body is too large',
  415: 'The body is not JSON, or it is compressed',
  422: 'The request asks for too much, or the Idempotency-Key belongs to another request',
  426: 'This path accepts only WebSocket connections',
  429: 'Too many requests; wait as long as Retry-After says',
  500: 'Something went wrong on our side; nothing was done',
  503: 'The database is not responding, or too many requests are waiting. With `outcome: unknown` a change may have been saved: repeat it with the same Idempotency-Key. Without, nothing was done',
  504: 'The deadline of a gRPC call has passed',
};

const UNCHANGED = 'It has not changed since the response whose `ETag` you sent';

/** Errors that any request may get, by component name. */
const SHARED: Record<string, ErrorCode[]> = {
  InputInvalid: ['input_invalid'],
  BodyInvalid: ['input_invalid', 'json_malformed'],
  PostInvalid: ['input_invalid', 'json_malformed', 'idempotency_key_invalid'],
  Unauthenticated: ['unauthenticated', 'api_key_invalid'],
  Forbidden: ['forbidden', 'origin_not_allowed'],
  ForbiddenToRead: ['forbidden'],
  EndpointNotFound: ['endpoint_not_found'],
  WorkspaceSwitched: ['workspace_switched'],
  BodyTooLarge: ['body_too_large'],
  ContentTypeUnsupported: ['content_type_unsupported'],
  IdempotencyKeyReused: ['idempotency_key_reused'],
  RateLimited: ['rate_limited'],
  Internal: ['internal'],
  DatabaseUnavailable: ['database_unavailable'],
  ReadUnavailable: ['database_unavailable', 'too_many_reads'],
  QueryTooSlow: ['query_too_slow'],
};

/** The responses that many operations share, as components. */
export function sharedResponses(): Record<string, object> {
  const problems = Object.entries(SHARED).map(([name, codes]) => [name, inlineResponse(codes)]);
  return {
    NotModified: { description: UNCHANGED, headers: headerReferences([...COMMON_HEADERS, 'ETag']) },
    SameFingerprint: { description: UNCHANGED, headers: headerReferences([...COMMON_HEADERS, 'Fingerprint']) },
    ...Object.fromEntries(problems),
  };
}

/** The responses that these codes come with, by status: a reference where many operations share it. */
export function problemResponses(codes: readonly ErrorCode[], schemas?: ComponentSchemas): Record<string, object> {
  return mapByStatus(codes, (some) => {
    const wanted = JSON.stringify([...some].sort());
    const known = Object.entries(SHARED).find(([, one]) => JSON.stringify([...one].sort()) === wanted);
    return known ? { $ref: `#/components/responses/${known[0]}` } : inlineResponse(some, schemas);
  });
}

/** Responses of a WebSocket handshake, which reports the limit only when it is used up. */
export function handshakeProblems(codes: readonly ErrorCode[]): Record<string, object> {
  return mapByStatus(codes, (some) => {
    const limits = some.includes('rate_limited') ? OF_LIMITS : [];
    const headers = headerReferences(['X-Request-Id', ...limits, ...(OWN_HEADERS[statusOf(some)] ?? [])]);
    return { ...inlineResponse(some), headers };
  });
}

function mapByStatus(codes: readonly ErrorCode[], respond: (codes: ErrorCode[]) => object): Record<string, object> {
  const byStatus = Object.groupBy(new Set(codes), (code) => ERROR_CODES[code].status);
  return Object.fromEntries(Object.entries(byStatus).map(([status, some = []]) => [status, respond(some)]));
}

/** The response of codes that share one. */
function statusOf([code]: readonly ErrorCode[]): number {
  return code ? ERROR_CODES[code].status : 0;
}

function inlineResponse(codes: ErrorCode[], schemas?: ComponentSchemas): object {
  const status = statusOf(codes);
  return {
    description: `${STATUS_LABELS[status]}. Codes: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: headerReferences([...COMMON_HEADERS, ...(OWN_HEADERS[status] ?? [])]),
    content: { 'application/problem+json': { schema: problemSchema(codes, schemas), examples: examplesFor(codes) } },
    'x-problem-codes': codes,
  };
}

/** Every error of an operation: those of requests of its kind, and its own. */
export function problemsOf(operation: AnyOperation): ErrorCode[] {
  const codes: ErrorCode[] = ['input_invalid', 'rate_limited', 'internal', 'database_unavailable'];
  if (operation.permission !== 'public') codes.push('unauthenticated', 'api_key_invalid');
  if (operation.permission && operation.permission !== 'public') codes.push('forbidden');
  if (operation.permission !== 'public' && operation.method !== 'get') {
    codes.push('origin_not_allowed', 'workspace_switched');
  }
  if (operation.body) codes.push('json_malformed', 'body_too_large', 'content_type_unsupported');
  if (acceptsIdempotencyKey(operation)) codes.push('idempotency_key_invalid', 'idempotency_key_reused');
  if (usesReadPool(operation)) codes.push('too_many_reads');
  if (operation.narrower) codes.push('query_too_slow');
  return [...codes, ...(operation.problems ?? [])];
}

export { COMMON_HEADERS };
