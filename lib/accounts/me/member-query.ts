import { USER_COLUMNS, userOf } from '#/lib/accounts/users/user.ts';
import { noLongerMember } from '#/lib/context/no-longer-member.ts';
import type { Tx } from '#/lib/db/client.ts';

/** A member with the fields of user and workspace that a page shows. */
export async function getMember(tx: Pick<Tx, 'membership'>, workspaceId: string, userId: string) {
  const member = await tx.membership.findUnique({
    where: { workspaceId_userId: { workspaceId, userId } },
    select: {
      role: true,
      user: { select: USER_COLUMNS },
      workspace: { select: { id: true, name: true, capSeconds: true, nudgeSeconds: true, timersDisabledAt: true } },
    },
  });
  if (!member) throw noLongerMember('unauthenticated');
  return { ...member, user: userOf(member.user) };
}
