import { describe, expect, test } from 'vitest';
import type { Actor, Role } from '#/lib/context/context.ts';
import { authorize } from '#/lib/context/roles/authorize.ts';
import {
  PERMISSION_LABELS,
  PERMISSIONS,
  type Permission,
  permissionsOf,
  scopesWithin,
} from '#/lib/context/roles/role.ts';
import { isAppError } from '#/lib/core/errors.ts';

function actor(role: Role, scopes: readonly string[]): Actor {
  return {
    userId: 'u',
    workspaceId: 'w',
    role,
    scopes: new Set(scopes),
    credential: { kind: 'api_key', apiKeyId: 'k' },
  };
}

function membershipChangeError(who: Actor, permission: Permission) {
  try {
    authorize({ actor: who }, permission);
  } catch (error) {
    if (isAppError(error, 'forbidden')) return error;
    throw error;
  }
  return null;
}

describe('a caller is rejected', () => {
  test('with the missing scope named when the key lacks it', () => {
    const rejection = membershipChangeError(actor('owner', ['timers:read']), 'timers:write');
    expect(rejection).toMatchObject({ status: 403, extra: { required_scope: 'timers:write' } });
    expect(rejection?.detail).toContain('lacks the scope timers:write');
  });

  test('with the role named when the role does not include it', () => {
    const rejection = membershipChangeError(actor('member', permissionsOf('member')), 'timers:read_all');
    expect(rejection?.detail).toContain('Your role, member, does not include timers:read_all');
  });

  test('a key created by an admin loses what its owner’s lowered role does not allow', () => {
    expect(scopesWithin('member', ['timers:read_all', 'timers:read', 'from_a_newer_version'])).toEqual(['timers:read']);
  });
});

describe('a caller passes', () => {
  test.each(['owner', 'admin'] as const)('as %s with every permission', (role) => {
    expect(permissionsOf(role)).toEqual(PERMISSIONS);
    for (const permission of PERMISSIONS)
      expect(membershipChangeError(actor(role, PERMISSIONS), permission)).toBeNull();
  });

  test('as a member with all permissions but those about other people and the workspace itself', () => {
    expect(PERMISSIONS.filter((permission) => !permissionsOf('member').includes(permission))).toEqual([
      'timers:read_all',
      'brokers:manage',
      'endpoints:manage',
      'events:read_all',
      'members:manage',
      'workspace:manage',
      'admin:corrections',
      'weeks:approve',
      'operations:read',
    ]);
  });
});

test('every permission has a description', () => {
  expect(Object.keys(PERMISSION_LABELS)).toEqual([...PERMISSIONS]);
});
