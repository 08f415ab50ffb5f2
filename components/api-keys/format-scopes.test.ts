import { expect, test } from 'vitest';
import { formatScopes } from '#/components/api-keys/format-scopes.ts';
import { PERMISSIONS, permissionsOf } from '#/lib/context/roles/role.ts';

test.each([
  [[...PERMISSIONS], 'everything'],
  [['timers:write'] as const, 'timers: write'],
  [['tickets:read', 'timers:write', 'timers:read'] as const, 'timers: read, write; tickets: read'],
  [['timers:read_all', 'api_keys:manage'] as const, 'timers: read all; api keys: manage'],
  [[], 'nothing'],
])('%j reads %s', (scopes, words) => {
  expect(formatScopes(scopes)).toBe(words);
});

test('all permissions of a member are not everything', () => {
  expect(formatScopes(permissionsOf('member'))).not.toBe('everything');
});
