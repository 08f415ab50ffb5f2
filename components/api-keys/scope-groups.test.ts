import { expect, test } from 'vitest';
import { groupScopes } from '#/components/api-keys/scope-groups.ts';
import { PERMISSIONS, permissionsOf } from '#/lib/context/roles/role.ts';

test('every permission is in one group', () => {
  const grouped = groupScopes(PERMISSIONS).flatMap(({ scopes }) => scopes);
  expect(grouped.toSorted()).toEqual([...PERMISSIONS].toSorted());
});

test('a member is not shown a group without permissions for them', () => {
  expect(groupScopes(['timers:read']).map(({ title }) => title)).toEqual(['Time']);
  expect(groupScopes(permissionsOf('member')).flatMap(({ scopes }) => scopes)).not.toContain('members:manage');
});
