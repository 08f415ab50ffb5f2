import { findMembership } from '#/lib/accounts/memberships/membership-store.ts';
import { notFound } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** Lets pass who is a member of the workspace and not disabled. @throws AppError 404 `member_not_found` */
export async function requireMember(tx: Pick<Tx, 'membership'>, workspaceId: string, userId: string): Promise<void> {
  const membership = await findMembership(tx, workspaceId, userId);
  if (!membership || membership.disabledAt) throw notFound('member');
}
