import { notFound } from '#/lib/core/errors.ts';
import type { Tx } from '#/lib/db/client.ts';

/** IANA time zone of a member of the workspace. @throws AppError 404 `member_not_found` */
export async function findMemberTimeZone(
  tx: Pick<Tx, 'membership'>,
  workspaceId: string,
  userId: string,
): Promise<string> {
  const member = await tx.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId } },
    select: { user: { select: { timeZone: true } } },
  });
  if (!member) throw notFound('member');
  return member.user.timeZone;
}
