import { describe, expect, test } from 'vitest';
import { apiHeaders, type PageFacts, pageHeaders, pagePolicy } from '#/lib/core/security-headers.ts';

const PAGE: PageFacts = { path: '/', nonce: 'n0nce', isDev: false, isHttps: false, frameAncestors: [] };

/** The sources of each rule of the policy. */
function rulesOf(change: Partial<PageFacts> = {}): Record<string, string> {
  const rules = pagePolicy({ ...PAGE, ...change }).split('; ');
  return Object.fromEntries(rules.map((rule) => [rule.split(' ', 1)[0], rule.split(' ').slice(1).join(' ')]));
}

describe('the policy of a page', () => {
  test('in production runs scripts by nonce only, and nothing from elsewhere', () => {
    expect(rulesOf()).toEqual({
      'default-src': "'self'",
      'script-src': "'self' 'nonce-n0nce' 'strict-dynamic'",
      'style-src-elem': "'self' 'nonce-n0nce'",
      'style-src-attr': "'unsafe-inline'",
      'img-src': "'self' data: blob:",
      'font-src': "'self' data:",
      'connect-src': "'self'",
      'worker-src': "'self'",
      'object-src': "'none'",
      'base-uri': "'none'",
      'form-action': "'self'",
      'frame-ancestors': "'self'",
    });
  });

  test.each<[string, Partial<PageFacts>, Record<string, string | undefined>]>([
    ['in development', { isDev: true }, { 'script-src': expect.stringContaining("'unsafe-eval'") }],
    ['in development', { isDev: true }, { 'connect-src': "'self' ws: wss:" }],
    ['by https', { isHttps: true }, { 'upgrade-insecure-requests': '' }],
    ['of the reference', { path: '/docs' }, { 'style-src-elem': "'self' 'unsafe-inline'", 'worker-src': "'self'" }],
    ['of the reference', { path: '/docs/api' }, { 'script-src': "'self' 'nonce-n0nce' 'strict-dynamic'" }],
    ['with a similar name', { path: '/docs-of-mine' }, { 'style-src-elem': "'self' 'nonce-n0nce'" }],
    [
      'that others may frame',
      { frameAncestors: ['https://a.example', 'https://b.example'] },
      { 'frame-ancestors': "'self' https://a.example https://b.example" },
    ],
    [
      'with a site that would write rules of its own',
      { frameAncestors: ["https://a.example; script-src 'unsafe-inline'", '*', 'https://b.example'] },
      { 'frame-ancestors': "'self' https://b.example", 'script-src': "'self' 'nonce-n0nce' 'strict-dynamic'" },
    ],
  ])('%s: %j gives %j', (_what, change, rules) => {
    expect(rulesOf(change)).toMatchObject(rules);
  });

  test('never allows inline or evaluated scripts', () => {
    for (const path of ['/', '/docs', '/sign-in']) expect(rulesOf({ path })['script-src']).not.toMatch(/unsafe/);
  });
});

test.each([
  [true, 'max-age=63072000; includeSubDomains'],
  [false, undefined],
])('HSTS is sent only where people use https (%s)', (isHttps, expected) => {
  expect(pageHeaders({ ...PAGE, isHttps })['Strict-Transport-Security']).toBe(expected);
  expect(apiHeaders(isHttps)['Strict-Transport-Security']).toBe(expected);
});

test('a page requests no device features, and isolates its window', () => {
  expect(pageHeaders(PAGE)).toMatchObject({
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': expect.stringContaining('camera=()'),
    'Cross-Origin-Opener-Policy': 'same-origin',
  });
});

test('a page behind a secret URL is not cached, not indexed, and sends no referrer', () => {
  const shared = {
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  };
  expect(pageHeaders({ ...PAGE, path: '/shared/reports/abc' })).toMatchObject(shared);
  for (const path of ['/', '/shared-with-me', '/reports/saved']) {
    const headers = pageHeaders({ ...PAGE, path });
    expect([headers['X-Robots-Tag'], headers['Referrer-Policy']]).toEqual([
      undefined,
      'strict-origin-when-cross-origin',
    ]);
  }
});
