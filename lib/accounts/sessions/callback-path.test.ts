import { describe, expect, test } from 'vitest';
import { callbackPath } from '#/lib/accounts/sessions/callback-path.ts';

describe('after signing in, no one is redirected to another site', () => {
  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
    'settings',
    '',
    undefined,
    null,
    ['/settings'],
  ])('%j redirects to the first page', (path) => {
    expect(callbackPath(path)).toBe('/');
  });
});

describe('after signing in, no one is redirected in a loop', () => {
  test.each(['/sign-in', '/sign-in?callbackUrl=/', '/welcome', '/sign-up', '/api/auth/signout'])('%s', (path) => {
    expect(callbackPath(path)).toBe('/');
  });
});

test.each(['/', '/settings#api-keys', '/reports?from=2026-01-01&by=ticket', '/welcome-pack'])(
  'a path of this site is kept: %s',
  (path) => {
    expect(callbackPath(path)).toBe(path);
  },
);
