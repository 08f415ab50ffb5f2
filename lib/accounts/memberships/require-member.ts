import { findMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Requires an enabled member of the workspace. @throws AppError 404 `member_not_found` */
export async function requireMember(tx: Pick<Tx, 'membership'>, workspaceId: string, userId: string): Promise<void> {
  const membership = await findMembership(tx, workspaceId, userId);
  if (!membership || membership.disabledAt) throw notFound('member');
}
