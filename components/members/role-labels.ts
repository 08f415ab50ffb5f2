import type { MemberJson } from '#/lib/accounts/memberships/membership-schemas.ts';

/** A role as a label; lowercase within a sentence. */
export const ROLE_LABELS: Record<MemberJson['role'], string> = { owner: 'Owner', admin: 'Admin', member: 'Member' };
