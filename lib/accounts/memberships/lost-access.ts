import type { LostAccess } from '#/lib/accounts/memberships/lost-access-query.ts';

/** Why a person has lost access, and what to do about it; null when no event says why. */
export function formatLostAccess(lost: LostAccess | null): string {
  switch (lost?.how) {
    case 'disabled':
      return `An admin disabled your account in ${lost.workspaceName}. Ask an owner or admin there to enable it. Your tracked time is kept.`;
    case 'removed':
      return `An admin removed you from ${lost.workspaceName}. Ask an owner or admin there for a new invitation. Your tracked time is kept.`;
    case 'left':
      return `You left ${lost.workspaceName}, your last workspace. Ask an owner or admin for an invitation to come back.`;
    default:
      return 'This account isn’t active in any workspace. Ask an owner or admin to give you access again.';
  }
}
