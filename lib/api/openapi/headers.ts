/** Headers of responses, as components: their meaning and their format. */
export const HEADERS = {
  'X-Request-Id': {
    description: 'The id of this request, for support; yours, if you sent a valid one.',
    schema: { type: 'string' },
    example: '0199b6a2-7c1e-7d3a-9f51-3a1c5e0b7d42',
  },
  RateLimit: {
    description:
      'What is left of the limit that is closest (`key`, `person`, `workspace` or `address`), and in how many seconds it is full again.',
    schema: { type: 'string' },
    example: '"key";r=5998;t=12',
  },
  'RateLimit-Policy': {
    description: 'Your limit: how many requests in how many seconds.',
    schema: { type: 'string' },
    example: '"key";q=6000;w=60',
  },
  'Retry-After': {
    description: 'Seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 2,
  },
  ETag: {
    description:
      'The version of what the body shows and, where it can be asked for, a fingerprint of it. Send it back as `If-Match` to change that version and no other, or as `If-None-Match` to learn whether anything has changed.',
    schema: { type: 'string' },
    example: '"3-kX9Jq2Lw7Tz0aBcD"',
  },
  Fingerprint: {
    description:
      'A fingerprint of what the body shows. Send it back as `If-None-Match` to learn whether anything has changed.',
    schema: { type: 'string' },
    example: 'W/"kX9Jq2Lw7Tz0aBcD"',
  },
  Location: {
    description: 'URL of the created resource.',
    schema: { type: 'string' },
    example: '/api/v1/timers/0199b6a2-7c1e-7d3a-9f51-3a1c5e0b7d42',
  },
  'Idempotency-Replayed': {
    description: '`true` when this is the response to an earlier request with the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  'WWW-Authenticate': {
    description: 'How to authenticate (RFC 6750).',
    schema: { type: 'string' },
    example: 'Bearer realm="timer-service"',
  },
} as const;

export type HeaderName = keyof typeof HEADERS;

/** References to these headers, for a response. */
export function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries(
    names.map((name) => [name === 'Fingerprint' ? 'ETag' : name, { $ref: `#/components/headers/${name}` }]),
  );
}
