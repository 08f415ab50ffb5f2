import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';

/** A role that stands by itself; within a sentence it is a word like any other. */
export const ROLE_LABELS: Record<MemberJson['role'], string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };
