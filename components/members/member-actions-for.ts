import type { MeJson } from '#/lib/accounts/me/me-schemas.ts';
import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';

export type MemberAction = 'make_admin' | 'make_member' | 'disable' | 'enable' | 'remove' | 'transfer';

/** The viewer's possible actions on this member; none on themselves or the owner. */
export function memberActionsFor(member: MemberJson, me: Pick<MeJson, 'user' | 'role' | 'scopes'>): MemberAction[] {
  const isOut = !me.scopes.includes('members:manage') || member.user_id === me.user.id || member.role === 'owner';
  if (isOut) return [];
  const isDisabled = member.disabled_at !== null;
  return [
    member.role === 'admin' ? 'make_member' : 'make_admin',
    ...(me.role === 'owner' && !isDisabled ? (['transfer'] as const) : []),
    isDisabled ? 'enable' : 'disable',
    'remove',
  ];
}
