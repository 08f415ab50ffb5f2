import { expect, test } from 'vitest';
import { memberActionsFor } from '#/components/members/member-actions-for.ts';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';
import { permissionsOf } from '#/lib/context/roles/role.ts';

const ids = { me: 'me', other: 'other' };
const member = (change: Partial<MemberJson> = {}) =>
  ({ user_id: ids.other, role: 'member', disabled_at: null, ...change }) as MemberJson;
const as = (role: 'owner' | 'admin' | 'member') =>
  ({ user: { id: ids.me }, role, scopes: [...permissionsOf(role)] }) as unknown as Parameters<
    typeof memberActionsFor
  >[1];
const DISABLED = { disabled_at: '2026-11-19T13:00:00Z' };

test.each([
  ['member', member(), []],
  ['admin', member(), ['make_admin', 'disable', 'remove']],
  ['admin', member({ role: 'admin' }), ['make_member', 'disable', 'remove']],
  ['admin', member({ role: 'owner' }), []],
  ['admin', member({ user_id: ids.me, role: 'admin' }), []],
  ['admin', member(DISABLED), ['make_admin', 'enable', 'remove']],
  ['owner', member(), ['make_admin', 'transfer', 'disable', 'remove']],
  ['owner', member(DISABLED), ['make_admin', 'enable', 'remove']],
  ['owner', member({ user_id: ids.me, role: 'owner' }), []],
] as const)('a person who is %s can do to %j: %j', (role, target, actions) => {
  expect(memberActionsFor(target, as(role))).toEqual(actions);
});
